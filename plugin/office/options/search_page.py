"""Tools > Options > WriterAgent > Vector Search: dialogs/SearchOptions.xdl.

Owns: the controls. Does not own: what they mean (options.search_presenter).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, Tuple

from ...embeddings.options.search_form import SearchForm
from ...embeddings.options.search_presenter import SearchPagePresenter
from ...embeddings.settings import MAX_FILE_MB_LIMITS
from ..implementations import SEARCH_OPTIONS
from .page import OptionsPage, PageWindow
from .server_dialog import ServerDialog

if TYPE_CHECKING:
    from ...embeddings.options.server_form import ServerForm
    from .page import PagePresenter


class SearchPage(OptionsPage):
    """One showing of the page."""

    SERVICE = SEARCH_OPTIONS
    METHODS = ("modelChanged", "download", "server")

    def make_presenter(self, window: Any) -> PagePresenter:
        """Return the presenter of a page that was just made."""
        view = SearchPageWindow(self.desk, window)
        self._search = SearchPagePresenter(view, self.desk.parts)
        return self._search

    def actions(self) -> Dict[str, Callable[[], None]]:
        """Return what the controls' events do."""
        return {
            "modelChanged": self._search.model_changed,
            "download": self._search.press_download,
            "server": self._search.press_server,
        }

    def forget(self) -> None:
        """Let go of the presenter."""
        del self._search


class SearchPageWindow(PageWindow):
    """The page's controls; stands behind SearchPageView."""

    def fill_lists(
        self,
        modes: Tuple[str, ...],
        models: Tuple[str, ...],
        rerankers: Tuple[str, ...],
        places: Tuple[str, ...],
    ) -> None:
        """Fill the lists, and the limits of the number."""
        lists = {"Mode": modes, "Model": models, "RerankModel": rerankers, "Place": places}
        for name, items in lists.items():
            self.set(name, "StringItemList", items)
        self.set("MaxSize", "ValueMin", float(MAX_FILE_MB_LIMITS[0]))
        self.set("MaxSize", "ValueMax", float(MAX_FILE_MB_LIMITS[1]))

    def form(self) -> SearchForm:
        """Return what the fields hold."""
        return SearchForm(
            i_mode=max(0, self.control("Mode").getSelectedItemPos()),
            is_keyword_only=bool(self.get("KeywordOnly", "State")),
            model=str(self.get("Model", "Text")),
            i_place=max(0, self.control("Place").getSelectedItemPos()),
            exclude_text=str(self.get("Exclude", "Text")),
            max_file_mb=float(self.control("MaxSize").getValue()),
            is_reranked=bool(self.get("Rerank", "State")),
            rerank_model=str(self.get("RerankModel", "Text")),
        )

    def show_form(self, form: SearchForm) -> None:
        """Put values into the fields."""
        self.control("Mode").selectItemPos(form.i_mode, True)  # noqa: FBT003 - UNO's own
        self.control("Place").selectItemPos(form.i_place, True)  # noqa: FBT003 - the same
        self.set("KeywordOnly", "State", int(form.is_keyword_only))
        self.set("Model", "Text", form.model)
        self.set("Exclude", "Text", form.exclude_text)
        self.set("MaxSize", "Value", float(form.max_file_mb))
        self.set("Rerank", "State", int(form.is_reranked))
        self.set("RerankModel", "Text", form.rerank_model)

    def enable_model(self, *, is_enabled: bool) -> None:
        """Let a model be chosen, or not."""
        self.set("Model", "Enabled", is_enabled)
        self.set("ModelLabel", "Enabled", is_enabled)

    def enable_reranker(self, *, is_enabled: bool) -> None:
        """Let a reranker be chosen, or not."""
        self.set("RerankModel", "Enabled", is_enabled)
        self.set("RerankModelLabel", "Enabled", is_enabled)

    def edit_server(self, form: ServerForm) -> Optional[ServerForm]:
        """Let the user set a model server and return it as agreed to, None after Cancel."""
        return ServerDialog(self.desk, form).run()

    def show_model_line(self, text: str) -> None:
        """Show what is known of the chosen model."""
        self.set("ModelLine", "Label", text)

    def show_download_button(self, label: str, *, is_enabled: bool) -> None:
        """Name the button that starts and stops the download."""
        self.set("Download", "Label", label)
        # Hidden, not disabled: GTK's themes have LibreOffice write a disabled button's text in
        # nearly the colour of its ground.
        self.set("Download", "Enabled", is_enabled)
        self.control("Download").setVisible(is_enabled)
