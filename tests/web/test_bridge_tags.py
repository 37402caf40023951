"""How bridge is written on a page: exact figures, words in both languages, the board and its pockets."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.cards import parse_card
from bridge.engine.contract import parse_contract
from bridge.engine.seats import Seat
from bridge.models import Player
from bridge.phrases.figures import decimal_text, hundredths_text, imps_text, matchpoints_text, signed
from bridge.phrases.words import numbers_text
from bridge.templatetags import bridge_tags as tags


def shown(text: str, **values: object) -> str:
    """What a template with the tags makes of it."""
    return Template("{% load bridge_tags %}" + text).render(Context(values)).strip()


@pytest.mark.parametrize(("value", "places", "text"), [
    (Fraction(1, 3), 2, "0.33"), (Fraction(2, 3), 2, "0.67"), (Fraction(-1, 3), 2, "−0.33"), (Fraction(1, 200), 2, "0.01"), (Fraction(-1, 200), 2, "−0.01"),
    (Fraction(-1, 1000), 2, "0.00"), (Fraction(1674, 13), 2, "128.77"), (Fraction(5, 2), 0, "3"), (Fraction(-5, 2), 0, "−3"), (0, 2, "0.00"), (-100, 0, "−100"),
    (Fraction(99999, 1000), 2, "100.00"), (Fraction(8, 7), 4, "1.1429"),
])
def test_decimals_are_rounded_once_half_away_from_zero(value: Fraction | int, places: int, text: str) -> None:
    assert decimal_text(value, places) == text


@given(st.fractions(), st.integers(0, 6))
def test_decimals_lie_at_most_half_a_unit_away(value: Fraction, places: int) -> None:
    back = Fraction(decimal_text(value, places).replace("−", "-"))
    assert abs(back - value) * 2 <= Fraction(1, 10**places)
    assert decimal_text(-value, places).lstrip("−") == decimal_text(value, places).lstrip("−")


def test_hundredths_and_exact_values_agree() -> None:
    assert [hundredths_text(value) for value in (6125, 5, -350, 0, Fraction(245, 4), Fraction(1, 8))] == ["61.25", "0.05", "−3.50", "0.00", "61.25", "0.13"]


def test_matchpoints_have_the_decimals_they_need() -> None:
    assert [matchpoints_text(value) for value in (294, 295, Fraction(147), Fraction(295, 2), Fraction(1674, 13))] == ["147", "147.5", "147", "147.5", "128.77"]


def test_imps_have_their_sign() -> None:
    assert [imps_text(value) for value in (5, -5, 0, Fraction(13, 4), Fraction(-1, 3), Fraction(0), Fraction(1, 1000))] == [
        "+5", "−5", "0", "+3.25", "−0.33", "0.00", "0.00"]


def test_points_from_one_side_have_their_sign() -> None:
    assert [shown("{{ x|signed_points }}", x=x) for x in (420, -100, 0, None)] == ["+420", "−100", "0", ""]
    assert [shown("{{ x|points }}", x=x) for x in (420, -100, 0, None)] == ["420", "−100", "0", ""]
    assert signed("0.50") == "+0.50"


SPADES = '<b class="spade">♠\ufe0e</b>'


@pytest.mark.parametrize(("text", "eye", "english", "chinese"), [
    ("4SX", f"4{SPADES}X", "four spades doubled", "四黑桃加倍"),
    ("1H", '1<b class="heart">♥\ufe0e</b>', "one heart", "一红心"),
    ("2DXX", '2<b class="diamond">♦\ufe0e</b>XX', "two diamonds redoubled", "二方块再加倍"),
    ("7C", '7<b class="club">♣\ufe0e</b>', "seven clubs", "七梅花"),
])
def test_a_contract_for_the_eye_and_aloud(text: str, eye: str, english: str, chinese: str) -> None:
    for language, words in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            expected = f'<span class="contract" aria-hidden="true">{eye}</span><span class="say">{words}</span>'
            assert (tags.contract(text), tags.contract(parse_contract(text))) == (expected, expected)


def test_no_trump_and_passed_out_in_both_languages() -> None:
    assert shown("{{ '3N'|contract }}") == '<span class="contract" aria-hidden="true">3NT</span><span class="say">three no trumps</span>'
    assert shown("{{ '1N'|contract }}").endswith('<span class="say">one no trump</span>')
    assert shown("{{ 'P'|contract }}|{{ ''|contract }}") == "passed out|"
    with translation.override("zh-hans"):
        assert shown("{{ '3N'|contract }}") == '<span class="contract" aria-hidden="true">3无将</span><span class="say">三无将</span>'
        assert shown("{{ 'P'|contract }}") == "四家不叫"


@pytest.mark.parametrize(("tricks", "eye", "english", "chinese"), [
    (10, "=", "made exactly", "正好完成"), (11, "+1", "1 overtrick", "超1墩"), (12, "+2", "2 overtricks", "超2墩"), (8, "−2", "2 down", "宕2墩"),
])
def test_a_result_for_the_eye_and_aloud(tricks: int, eye: str, english: str, chinese: str) -> None:
    for language, words in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            assert shown("{{ tricks|result:'4S' }}", tricks=tricks) == f'<span aria-hidden="true">{eye}</span><span class="say">{words}</span>'


def test_no_result_where_nothing_was_played() -> None:
    assert [tags.result(None, "4S"), tags.result(None, "P"), tags.result(10, "")] == ["", "", ""]


def test_a_card_for_the_eye_and_aloud() -> None:
    heart = '<b class="heart">♥\ufe0e</b>'
    assert tags.card("HT") == f'<span class="nowrap" aria-hidden="true">{heart}10</span><span class="say">10 of hearts</span>'
    assert tags.card(parse_card("HA")) == f'<span class="nowrap" aria-hidden="true">{heart}A</span><span class="say">ace of hearts</span>'
    with translation.override("zh-hans"):
        assert tags.card("SA").endswith('<span class="say">黑桃A</span>')


def test_seats_and_sides() -> None:
    assert shown("{{ 'N'|seat }} {{ s|seat_letter }} {{ 'EW'|side }} {{ 'NS'|side_letters }}", s=Seat.W) == "North W East-West N-S"
    with translation.override("zh-hans"):
        assert shown("{{ 'N'|seat }} {{ s|seat_letter }} {{ 'EW'|side }} {{ 'NS'|side_letters }}", s=Seat.W) == "北 西 东西 南北"


# Law 2: dealer North on 1, 5 ...; vulnerability none, NS, EW, both, then one on.
@pytest.mark.parametrize(("number", "classes"), [
    (1, "deals-n"), (2, "deals-e vul-ns"), (3, "deals-s vul-ew"), (4, "deals-w vul-ns vul-ew"), (5, "deals-n vul-ns"),
    (16, "deals-w vul-ew"), (17, "deals-n"), (28, "deals-w vul-ns"),
])
def test_the_board_shows_its_dealer_and_its_red_pockets(number: int, classes: str) -> None:
    assert shown("{% board n %}", n=number) == f'<p class="board {classes}">{number}<i aria-hidden="true">D</i></p>'


def test_the_board_in_words() -> None:
    assert shown("{{ 28|dealer_words }}, {{ 28|vulnerability_words }}") == "West deals, North-South vulnerable"
    with translation.override("zh-hans"):
        assert shown("{{ 28|dealer_words }}，{{ 28|vulnerability_words }}") == "发牌人：西，南北有局"


def test_places_and_boards() -> None:
    assert shown("{% place 3 True %} {% place 4 %} {% place None %}|") == '3<span class="tie">=</span> 4 |'
    assert shown("{% boards 25 28 %} {% boards 7 7 %}") == "25–28 7"
    assert numbers_text([9, 1, 2, 3, 4, 7, 10]) == "1–4, 7, 9–10"


def test_a_name_in_the_reader_s_language() -> None:
    lin = Player(name_native="林晓峰", name_latin="Lin Xiaofeng")
    hedda, shy = Player(name_native="Hedda Falk"), Player(name_native="Ruben Oost", is_named=False)
    four = "{{ a|person }}, {{ b|person }}, {{ c|person }}, {{ c|public_person }}"
    assert shown(four, a=lin, b=hedda, c=shy) == "Lin Xiaofeng, Hedda Falk, Ruben Oost, a player"
    assert shown("{{ a|surname }} {{ b|surname }} {{ c|surname }}", a=Player(name_native="Falk, Hedda"), b=hedda, c=shy) == "Falk Falk a player"
    with translation.override("zh-hans"):
        assert shown(four, a=lin, b=hedda, c=shy) == "林晓峰, Hedda Falk, Ruben Oost, 一位牌手"
        assert shown("{{ a|surname }}", a=lin) == "林晓峰"


def test_two_names_on_one_line() -> None:
    assert shown("{% pair_names 'Hedda Falk' other %}", other="<b>") == '<span class="who">Hedda Falk<i> – </i></span><span class="who">&lt;b&gt;</span>'
    assert shown("{% pair_names 'Hedda Falk' %}") == '<span class="who">Hedda Falk</span>'
    assert shown("{% pair_names name %}", name="x" * 25) == f'<span class="who long">{"x" * 25}</span>'
    name = "阿布都热依木·买买提吐尔逊"  # thirteen characters, as wide as 25 letters
    assert shown("{% pair_names name %}", name=name) == f'<span class="who long">{name}</span>'


def test_times_are_those_of_the_club() -> None:
    starts = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
    assert shown("{{ t|day:z }}, {{ t|clock:z }}, {{ t|full_day:z }}", t=starts, z="Europe/London") == "Thursday 26 November, 18:30, 26 November 2026"
    with translation.override("zh-hans"):
        assert shown("{{ t|day:z }}, {{ t|clock:z }}, {{ t|full_day:z }}", t=starts, z="Asia/Shanghai") == "11月27日 星期五, 02:30, 2026年11月27日"
    assert shown("{{ t|day:z }}{{ t|clock:z }}", t=None, z="UTC") == ""
