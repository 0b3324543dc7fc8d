"""Models with program code of their own: told by their files, refused until they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from plugin.contracts.errors import ModelNotFound
from plugin.embeddings.venv.embed.locate import locate_model
from plugin.embeddings.venv.embed.provider import EncoderProvider
from plugin.embeddings.venv.embed.remote_code import needs_own_code, with_consent
from tests.fixtures_models import put_in_cache, put_model, write_json

if TYPE_CHECKING:
    from pathlib import Path

OWN = {"AutoModel": "some/where--modeling.OwnModel"}
NOMIC = {
    "AutoConfig": "nomic-ai/nomic-bert-2048--configuration_hf_nomic_bert.NomicBertConfig",
    "AutoModel": "nomic-ai/nomic-bert-2048--modeling_hf_nomic_bert.NomicBertModel",
    "AutoModelForMaskedLM": "nomic-ai/nomic-bert-2048--modeling_hf_nomic_bert.ForPreTraining",
}
JINA_3 = {
    "AutoConfig": "some/flash--configuration_xlm_roberta.XLMRobertaFlashConfig",
    "AutoModel": "some/flash--modeling_lora.XLMRobertaLoRA",
}
OF_A_HEAD = {"AutoModelForSequenceClassification": "modeling.Head"}


@pytest.mark.parametrize(
    ("kind", "architecture", "auto_map", "needs"),
    [
        ("bert", "BertModel", {}, False),
        ("nomic_bert", "NomicBertModel", NOMIC, False),
        ("bert", "BertModel", OF_A_HEAD, False),
        ("bert", "BertModel", OWN, True),
        ("bert", "JinaBertForMaskedLM", {"AutoModel": "x--y.JinaBertModel"}, True),
        ("xlm-roberta", "XLMRobertaModel", JINA_3, True),
        ("xlm-roberta", "XLMRobertaModel", {"AutoConfig": JINA_3["AutoConfig"]}, True),
        ("new", "NewModel", {"AutoModel": "x--y.NewModel"}, True),
        ("../bert", "BertModel", OF_A_HEAD, True),
        ("bert", "", OF_A_HEAD, True),
    ],
)
def test_code_is_needed_where_transformers_lacks_a_class(
    tmp_path: Path, kind: str, architecture: str, auto_map: dict[str, str], *, needs: bool
) -> None:
    told = {"architectures": [architecture]} if architecture else {}
    folder = put_model(tmp_path / "m", model_type=kind, auto_map=auto_map, **told)
    assert needs_own_code(folder) is needs


def test_a_module_of_its_own_is_code(tmp_path: Path) -> None:
    folder = put_model(tmp_path / "m")
    write_json(folder / "modules.json", [{"path": "", "type": "custom_st.Transformer"}])
    assert needs_own_code(folder)


def test_it_is_refused_until_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    folder = put_in_cache(tmp_path, "a/b")
    write_json(folder / "config.json", {"hidden_size": 384, "auto_map": OWN})
    located = locate_model("a/b")
    monkeypatch.chdir(folder)  # which an empty name would mean
    refused: tuple[tuple[str, ...], ...] = ((), ("a/c", "b"), ("", " "))
    for trusted in refused:
        with pytest.raises(ModelNotFound, match="a/b comes with program code of its own") as caught:
            with_consent(located, trusted)
        assert "--trust-remote-code" in caught.value.message
    for named in (("a/b",), ("x/y", str(folder))):
        assert with_consent(located, named).runs_own_code


def test_a_status_question_tells_it_without_loading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    folder = put_in_cache(tmp_path, "a/b")
    write_json(folder / "config.json", {"hidden_size": 384, "auto_map": OWN})
    provider = EncoderProvider()
    choice = provider.choice("a/b")
    assert choice.model_id == ""
    assert "program code of its own" in choice.reason
    assert provider.choice("a/b", trusted_models=("a/b",)).model_id == "a/b"


def test_what_brings_none_needs_no_yes(tmp_path: Path) -> None:
    located = locate_model(str(put_model(tmp_path / "m")))
    assert with_consent(located, ()) is located
