"""Numbers, dates and strings of cells as their number format shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plugin.embeddings.venv.extract.xlsx.values import ValueFormat, general

ACCOUNTING = '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [
        ("0", 2.5, "3"),
        ("0.00", 2.675, "2.68"),
        ("0.00", -0.001, "0.00"),
        ("00000", 123, "00123"),
        ("0.0##", 1.25, "1.25"),
        ("0.##", 1, "1"),
        ("#,##0.00", 1234567.5, "1,234,567.50"),
        ("#,##0.00;[Red]-#,##0.00", -1234.5, "-1,234.50"),
        ("#,##0;(#,##0)", -5000, "(5,000)"),
        (ACCOUNTING, -1234.5, "(1,234.50)"),
        (ACCOUNTING, 0, "-"),
        ('"EUR" 0.00', 3, "EUR 3.00"),
        ("[$€-407] #,##0.00", 12345.6, "€ 12,345.60"),
        ("0%", 0.25, "25%"),
        ("0.0%", -0.125, "-12.5%"),
        ('0.0,," M"', 12500000, "12.5 M"),
        ('[>=1000]#,##0,"k";0', 12345, "12k"),
        ('[>=1000]#,##0,"k";0', 12, "12"),
        ('0;-0;"zero"', 0, "zero"),
        (";;;", 5, ""),
        ("000-00-0000", 123456789, "123-45-6789"),
        ('General" kg"', 12.5, "12.5 kg"),
        ("0 kg", 12, "12 kg"),
        ("0.00E+00", 12345, "1.23E+04"),
        ("0.00E+00", 9.999e9, "1.00E+10"),
        ("##0.0E+0", 12345, "12.3E+3"),
        ("0.0E-0", 0.00012, "1.2E-4"),
        ("# ?/?", 1.5, "1 1/2"),
        ("# ??/??", 3.14159, "3 14/99"),
        ("# ?/?", 2, "2"),
        ("?/8", 0.25, "2/8"),
    ],
)
def test_numbers(code: str, number: float, shown: str) -> None:
    assert ValueFormat(code).number(number).strip() == shown


@pytest.mark.parametrize(
    ("code", "serial", "shown"),
    [
        ("[hh]:mm", -1.5, "-36:00"),
        ("hh:mm", -0.3333333333, "-08:00"),
        ("yyyy-mm-dd hh:mm", -1.5, "-1.5"),
        ("dd.mm.yyyy", 44259.43, "04.03.2021"),
        ("m/d/yy h:mm", 44259.4375, "3/4/21 10:30"),
        ("yyyy-mm-dd hh:mm:ss", 44259.430555555555, "2021-03-04 10:20:00"),
        ("d. mmmm yyyy", 44259, "4. March 2021"),
        ("[$-407]d. mmmm yyyy", 44259, "4. März 2021"),
        ("[$-40C]dddd d mmmm yyyy", 44259, "jeudi 4 mars 2021"),
        ('yyyy"年"m"月"d"日"', 44259, "2021年3月4日"),
        ("mmm-yy", 44259, "Mar-21"),
        ("[$-F800]dddd", 44259, "2021-03-04"),
        ("h:mm AM/PM", 44259.75, "6:00 PM"),
        ("h:mm AM/PM", 0.01, "12:14 AM"),
        ("[h]:mm:ss", 1.5, "36:00:00"),
        ("mm:ss.0", 0.001, "01:26.4"),
        ("yyyy/m/d", 59, "1900/2/28"),
        ("d/m/yyyy", -5, "-5"),
        ("d/m/yyyy", 1e12, "1000000000000"),
    ],
)
def test_dates(code: str, serial: float, shown: str) -> None:
    assert ValueFormat(code).number(serial) == shown


def test_epoch_of_1904_is_four_years_later() -> None:
    assert ValueFormat("yyyy-mm-dd").number(0, date_1904=True) == "1904-01-01"


@pytest.mark.parametrize(
    ("code", "shown"), [('"Item "@', "Item x"), ('0;0;0;"t:"@', "t:x"), ("0.00", "x"), ("@", "x")]
)
def test_strings(code: str, shown: str) -> None:
    assert ValueFormat(code).text("x") == shown


@pytest.mark.parametrize(
    ("raw", "shown"),
    [("0.30000000000000004", "0.3"), ("12", "12"), ("12.0", "12"), ("x", "x"), ("1E-3", "0.001")],
)
def test_general_numbers(raw: str, shown: str) -> None:
    assert general(raw) == shown


@given(
    st.text(alphabet='0#?.,%/E+-@;"\\_*[]$<>= ymdhsAP:Generalx', max_size=30),
    st.floats(allow_nan=False, allow_infinity=False),
)
def test_no_code_stops_a_reader(code: str, number: float) -> None:
    try:
        shown = ValueFormat(code).number(number)
    except (ArithmeticError, ValueError):
        return  # the cell then shows the stored number
    assert isinstance(shown, str)
