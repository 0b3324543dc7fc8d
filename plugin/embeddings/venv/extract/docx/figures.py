"""Passages of what a Word paragraph shows beside text: pictures, charts, diagrams.

Owns: their order and kind. Does not own: finding them (attachments), the words of charts and
diagrams (ooxml.charts, ooxml.drawing).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....documents.passages import PassageKind
from ..ooxml.charts import chart_part_text
from ..ooxml.drawing import diagram_texts

if TYPE_CHECKING:
    from ..document import PassageWriter
    from ..ooxml.package import OoxmlPackage
    from .attachments import Attachments


def write_figures(
    attachments: Attachments, *, package: OoxmlPackage, part: str, writer: PassageWriter
) -> None:
    """Write the descriptions, charts and diagrams of a paragraph in this part."""
    for caption in attachments.captions:
        writer.add(PassageKind.FIGURE, caption)
    links = package.relationships(part)
    for rel_id in attachments.chart_ids:
        text = chart_part_text(package, links.target(rel_id))
        writer.add(PassageKind.FIGURE, text, prose=False)
    for rel_id in attachments.diagram_ids:
        for node in diagram_texts(package.optional_root(links.target(rel_id))):
            writer.add(PassageKind.FIGURE, node)
