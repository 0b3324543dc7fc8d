"""The models that are known by name: one row a model, data alone. Add a model here.

A family is a row with what its models share, then one row each with what differs. Figures are the
models' own cards and configurations on their hub, compared with those that MTEB keeps
(github.com/embeddings-benchmark/mteb, mteb/models/model_implementations). Such lists have slips:
what a model's own files say of pooling counts, and of the width what its first real vector has.
What was not found in two places is left out of a row and read from the files.
"""

from dataclasses import replace
from typing import Tuple

from .model_card import Advice, ModelCard, RerankerCard

_APACHE = "Apache-2.0"
_ENGLISH = "English"
_100 = "100 languages"

# Wang et al. 2022, arXiv:2212.03533, and 2024, arXiv:2402.05672.
_E5 = ModelCard(
    "",
    dim=384,
    max_tokens=512,
    query_prompt="query: ",
    document_prompt="passage: ",
    licence="MIT",
    languages=_100,
    pooling="mean",
)
_E5_ENGLISH = replace(_E5, languages=_ENGLISH)
_E5_ROWS = (
    replace(_E5, model_id="intfloat/multilingual-e5-small", n_mb=490, advice=Advice.RECOMMENDED),
    replace(
        _E5, model_id="intfloat/multilingual-e5-small (4-bit)", n_mb=91, advice=Advice.SMALLEST
    ),
    replace(
        _E5, model_id="intfloat/multilingual-e5-base", dim=768, n_mb=1130, advice=Advice.FINDS_MORE
    ),
    replace(_E5, model_id="intfloat/multilingual-e5-large", dim=1024),
    replace(_E5_ENGLISH, model_id="intfloat/e5-small-v2"),
    replace(_E5_ENGLISH, model_id="intfloat/e5-base-v2", dim=768),
    replace(_E5_ENGLISH, model_id="intfloat/e5-large-v2", dim=1024),
)

# Reimers and Gurevych 2019, arXiv:1908.10084; trained without prompts.
_SBERT = ModelCard("", dim=384, max_tokens=256, licence=_APACHE, languages=_ENGLISH, pooling="mean")
_SBERT_50 = replace(_SBERT, max_tokens=128, languages="50 languages")
_SBERT_ROWS = (
    replace(
        _SBERT_50,
        model_id="sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        n_mb=485,
    ),
    replace(_SBERT, model_id="sentence-transformers/all-MiniLM-L6-v2", n_mb=91),
    replace(
        _SBERT,
        model_id="sentence-transformers/all-mpnet-base-v2",
        dim=768,
        max_tokens=384,
        n_mb=440,
    ),
)

# Xiao et al. 2023, arXiv:2309.07597; bge-m3: Chen et al. 2024, arXiv:2402.03216.
_BGE = ModelCard(
    "",
    dim=384,
    max_tokens=512,
    query_prompt="Represent this sentence for searching relevant passages: ",
    licence="MIT",
    languages=_ENGLISH,
    pooling="cls",
)
_BGE_ROWS = (
    replace(_BGE, model_id="BAAI/bge-small-en-v1.5", n_mb=135, advice=Advice.RECOMMENDED),
    replace(_BGE, model_id="BAAI/bge-base-en-v1.5", dim=768),
    replace(_BGE, model_id="BAAI/bge-large-en-v1.5", dim=1024),
    replace(
        _BGE,
        model_id="BAAI/bge-m3",
        dim=1024,
        max_tokens=8192,
        query_prompt="",
        languages=_100,
    ),
)

# Zhang et al. 2025, arXiv:2506.05176. The line break and the missing blank are the card's own.
_QWEN3_ROWS = (
    ModelCard(
        "Qwen/Qwen3-Embedding-0.6B",
        dim=1024,
        max_tokens=32768,
        query_prompt=(
            "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
            "Query:"
        ),
        licence=_APACHE,
        languages=_100,
        pooling="lasttoken",
        mrl_dims=(32, 64, 128, 256, 512, 768),
    ),
)

# Guenther et al. 2023, arXiv:2310.19923 (v2, whose bidirectional BERT is code of its own);
# Sturua et al. 2024, arXiv:2409.10173 (v3); arXiv:2602.15547 (v5).
_JINA_2 = ModelCard(
    "",
    dim=768,
    max_tokens=8192,
    licence=_APACHE,
    languages=_ENGLISH,
    pooling="mean",
    remote_code=True,
)
_JINA_ROWS = (
    replace(_JINA_2, model_id="jinaai/jina-embeddings-v2-small-en", dim=512),
    replace(_JINA_2, model_id="jinaai/jina-embeddings-v2-base-en"),
    replace(_JINA_2, model_id="jinaai/jina-embeddings-v2-base-de", languages="German and English"),
    replace(_JINA_2, model_id="jinaai/jina-embeddings-v2-base-es", languages="Spanish and English"),
    replace(_JINA_2, model_id="jinaai/jina-embeddings-v2-base-zh", languages="Chinese and English"),
    replace(
        _JINA_2,
        model_id="jinaai/jina-embeddings-v3",
        dim=1024,
        query_prompt="Represent the query for retrieving evidence documents: ",
        document_prompt="Represent the document for retrieval: ",
        licence="CC-BY-NC-4.0",
        languages=_100,
    ),
    replace(
        _JINA_2,
        model_id="jinaai/jina-embeddings-v5-text-nano",
        licence="CC-BY-NC-4.0",
        languages="108 languages",
        pooling="lasttoken",
        mrl_dims=(32, 64, 128, 256, 512),
    ),
)

# Nussbaum et al. 2024, arXiv:2402.01613, and 2025, arXiv:2502.07972.
_NOMIC = ModelCard(
    "",
    dim=768,
    max_tokens=8192,
    query_prompt="search_query: ",
    document_prompt="search_document: ",
    licence=_APACHE,
    languages=_ENGLISH,
    pooling="mean",
    remote_code=True,
)
_NOMIC_ROWS = (
    replace(_NOMIC, model_id="nomic-ai/nomic-embed-text-v1"),
    replace(_NOMIC, model_id="nomic-ai/nomic-embed-text-v1.5", mrl_dims=(64, 128, 256, 512)),
    replace(
        _NOMIC,
        model_id="nomic-ai/nomic-embed-text-v2-moe",
        max_tokens=512,
        languages=_100,
        mrl_dims=(256,),
    ),
)

# Awasthy et al. 2025, arXiv:2502.20204; the second release (r2) is a ModernBERT.
_GRANITE = ModelCard(
    "", dim=384, max_tokens=512, licence=_APACHE, languages=_ENGLISH, pooling="cls"
)
_GRANITE_12 = replace(_GRANITE, languages="12 languages")
_GRANITE_ROWS = (
    replace(_GRANITE_12, model_id="ibm-granite/granite-embedding-107m-multilingual"),
    replace(_GRANITE_12, model_id="ibm-granite/granite-embedding-278m-multilingual", dim=768),
    replace(_GRANITE, model_id="ibm-granite/granite-embedding-30m-english"),
    replace(_GRANITE, model_id="ibm-granite/granite-embedding-125m-english", dim=768),
    replace(
        _GRANITE,
        model_id="ibm-granite/granite-embedding-small-english-r2",
        max_tokens=8192,
        pooling="",
    ),
    replace(
        _GRANITE,
        model_id="ibm-granite/granite-embedding-english-r2",
        dim=768,
        max_tokens=8192,
        pooling="",
    ),
)

# Vera et al. 2025, arXiv:2509.20354.
_GEMMA_ROWS = (
    ModelCard(
        "google/embeddinggemma-300m",
        dim=768,
        max_tokens=2048,
        query_prompt="task: search result | query: ",
        document_prompt="title: none | text: ",
        licence="Gemma",
        languages=_100,
        pooling="mean",
        mrl_dims=(128, 256, 512),
    ),
)

# Li et al. 2023, arXiv:2308.03281, and Zhang et al. 2024, arXiv:2407.19669.
_GTE = ModelCard("", dim=768, max_tokens=8192, licence=_APACHE, languages=_ENGLISH)
_GTE_ROWS = (
    replace(_GTE, model_id="thenlper/gte-base", max_tokens=512, licence="MIT", pooling="mean"),
    replace(
        _GTE,
        model_id="thenlper/gte-large",
        dim=1024,
        max_tokens=512,
        licence="MIT",
    ),
    replace(_GTE, model_id="Alibaba-NLP/gte-modernbert-base"),
    replace(_GTE, model_id="Alibaba-NLP/gte-base-en-v1.5", remote_code=True),
    replace(
        _GTE,
        model_id="Alibaba-NLP/gte-multilingual-base",
        languages="75 languages",
        remote_code=True,
    ),
)

# Merrick et al. 2024, arXiv:2405.05374; Yu et al. 2024, arXiv:2412.04506.
_ARCTIC = replace(_BGE, licence=_APACHE)
_ARCTIC_2 = replace(
    _ARCTIC,
    max_tokens=8192,
    query_prompt="query: ",
    languages="74 languages",
    pooling="",
    mrl_dims=(256,),
)
_ARCTIC_ROWS = (
    replace(_ARCTIC, model_id="Snowflake/snowflake-arctic-embed-xs"),
    replace(_ARCTIC, model_id="Snowflake/snowflake-arctic-embed-s"),
    replace(_ARCTIC, model_id="Snowflake/snowflake-arctic-embed-m", dim=768),
    replace(_ARCTIC, model_id="Snowflake/snowflake-arctic-embed-l", dim=1024),
    replace(_ARCTIC, model_id="Snowflake/snowflake-arctic-embed-m-v1.5", dim=768, mrl_dims=(256,)),
    replace(
        _ARCTIC_2, model_id="Snowflake/snowflake-arctic-embed-m-v2.0", dim=768, remote_code=True
    ),
    replace(
        _ARCTIC_2,
        model_id="Snowflake/snowflake-arctic-embed-l-v2.0",
        dim=1024,
        n_mb=2290,
        advice=Advice.FINDS_MORE,
    ),
)

# Source: the card of mixedbread-ai/mxbai-embed-large-v1.
_MIXEDBREAD_ROWS = (replace(_ARCTIC, model_id="mixedbread-ai/mxbai-embed-large-v1", dim=1024),)

MODEL_ROWS: Tuple[ModelCard, ...] = (
    *_E5_ROWS,
    *_SBERT_ROWS,
    *_BGE_ROWS,
    *_QWEN3_ROWS,
    *_JINA_ROWS,
    *_NOMIC_ROWS,
    *_GRANITE_ROWS,
    *_GEMMA_ROWS,
    *_GTE_ROWS,
    *_ARCTIC_ROWS,
    *_MIXEDBREAD_ROWS,
)

RERANKER_ROWS: Tuple[RerankerCard, ...] = (
    RerankerCard(
        "cross-encoder/ms-marco-MiniLM-L-6-v2",
        max_tokens=512,
        licence=_APACHE,
        languages=_ENGLISH,
        n_mb=92,
    ),
    RerankerCard(
        "BAAI/bge-reranker-v2-m3", max_tokens=8192, licence=_APACHE, languages=_100, n_mb=2290
    ),
)
