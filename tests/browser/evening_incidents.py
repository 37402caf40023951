"""What goes wrong at the tables of an evening, and is put right there: disputes, a wrong board, no network, a phone that died, a board not played."""

import re
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import expect

from tests.browser.evening_steps import (
    PIN,
    Evening,
    Meeting,
    agree,
    dispute,
    enter,
    hold,
    key_of,
    onwards,
    open_round,
    own_phone,
    play_boards,
    play_table,
    settle_by_director,
    tap,
)


def disputed_on_the_table_phone(evening: Evening, meeting: Meeting) -> None:
    """North-South write a trick less; East-West say no, North-South put it right."""
    page = evening.phones[meeting.table]
    first, *others = meeting.boards
    said = evening.said[key_of(meeting), first]
    enter(page, first, replace(said, over=said.over - 1 if said.over > -3 else -2))
    dispute(page, "one trick more")
    expect(page.locator(f'#view a.at[data-board="{first}"] small')).to_have_text("disputed")
    tap(page, result=said.result)
    page.locator("#slip .foot button").click()
    agree(page)
    onwards(page, meeting, first)
    play_boards(evening, meeting, others)


def disputed_on_an_own_phone(evening: Evening, meeting: Meeting) -> None:
    """East-West say no on a phone of their own, and the director decides."""
    page, own = evening.phones[meeting.table], own_phone(evening, meeting.table, "East-West")
    first, *others = meeting.boards
    said = evening.said[key_of(meeting), first]
    enter(page, first, replace(said, declarer="NESW"[("NESW".index(said.declarer) + 1) % 4]))
    expect(page.get_by_role("button", name=re.compile("Yes, we agree"))).to_be_visible()
    own.goto(evening.at(f"t/{meeting.table}/"))
    dispute(own, "not this declarer")
    expect(own.locator(".note.bad").first).to_contain_text("Disputed")
    settle_by_director(evening, meeting, first, said, "both sides heard")
    page.goto(evening.at(f"t/{meeting.table}/?round={meeting.round}"))
    play_boards(evening, meeting, others)


def wrong_board(evening: Evening, meeting: Meeting) -> None:
    """A board of another round is not swallowed: the right ones are named, and what was typed all the same is for the director."""
    page = evening.phones[meeting.table]
    open_round(page, meeting.round)
    wrong = meeting.boards[-1] % 27 + 1
    page.get_by_role("link", name="Not played, or another board?").click()
    page.get_by_label("Number on the board").fill(str(wrong))
    page.get_by_role("button", name="Enter this board").click()
    expect(page.locator(".note").first).to_contain_text(f"Board {wrong} is not one of this round's boards, {meeting.boards[0]} to {meeting.boards[-1]}")
    enter(page, wrong, evening.said[key_of(meeting), meeting.boards[0]])
    expect(page.locator(".note").first).to_contain_text("waits for the director")
    evening.desk.goto(evening.at("room/"))
    call = evening.desk.locator(".calls li").filter(has_text=f"Board {wrong}")
    expect(call).to_contain_text(f"Table {meeting.table}")
    call.get_by_role("button", name="Done").click()
    expect(evening.desk.locator(".calls")).to_contain_text("Nobody calls.")
    page.goto(evening.at(f"t/{meeting.table}/?round={meeting.round}"))
    play_boards(evening, meeting, meeting.boards)


def without_network(evening: Evening, meeting: Meeting) -> None:
    """The network goes in the middle of a round and stays away over its end; the tab is closed in between."""
    if not evening.has_script:
        return play_table(evening, meeting)
    page = evening.phones[meeting.table]
    open_round(page, meeting.round)
    first, second, third = meeting.boards
    enter(page, first, evening.said[key_of(meeting), first])
    agree(page)
    expect(page.get_by_role("link", name=f"On to board {second}")).to_be_visible()
    page.reload()
    page.wait_for_timeout(1500)  # the page is fetched once more, to be kept
    page.context.set_offline(True)
    enter(page, second, evening.said[key_of(meeting), second])
    agree(page)
    expect(page.locator("#net")).to_contain_text("No network since")
    page.close()
    page = evening.phones[meeting.table] = page.context.new_page()
    page.goto(evening.at(f"t/{meeting.table}/"))  # still no network: the phone has kept the page
    expect(page.locator("#net")).to_contain_text(str(second))
    enter(page, third, evening.said[key_of(meeting), third])
    agree(page)
    return expect(page.locator("#view h1").first).to_have_text(f"Round {meeting.round + 1}: where to go")


def network_is_back(evening: Evening, meeting: Meeting) -> None:
    """The next round is begun without network; what waited is sent in order when it is back, by itself."""
    page = evening.phones[meeting.table]
    first, *others = meeting.boards
    if evening.has_script:
        open_round(page, meeting.round)
        enter(page, first, evening.said[key_of(meeting), first])
        expect(page.locator("#net")).to_contain_text(str(first))
        page.context.set_offline(False)
        expect(page.locator("#net")).to_have_text("", timeout=20_000)
        agree(page)
        expect(page.locator(f'#view a.at[data-board="{first}"] small')).to_have_text("agreed")
        page.locator(f'#view a.at[data-board="{others[0]}"]').click()
        play_boards(evening, meeting, others)
    else:
        play_table(evening, meeting)


def another_phone(evening: Evening, meeting: Meeting) -> None:
    """The table's phone has died: another takes the slips over by the directors' PIN."""
    evening.phones.pop(meeting.table).context.close()
    evening.phones[meeting.table] = hold(evening, meeting.table, pin=PIN)
    play_table(evening, meeting)


def not_played(evening: Evening, meeting: Meeting) -> None:
    """The last board is taken away from a slow table: sixty percent for one side, forty for the other."""
    *boards, last = meeting.boards
    page = evening.phones[meeting.table]
    open_round(page, meeting.round)
    play_boards(evening, meeting, boards)
    settle_by_director(evening, meeting, last, None, "too slow")
    evening.artificial[key_of(meeting), last] = (60, 40)
    page.goto(evening.at(f"t/{meeting.table}/"))
    expect(page.locator("#view h1").first).to_have_text(f"Round {meeting.round + 1}: where to go")


def agreed_on_own_phones(evening: Evening, meeting: Meeting) -> None:
    """East-West agree to the whole round on a phone of their own; nobody at the table waits for it."""
    page, own = evening.phones[meeting.table], own_phone(evening, meeting.table, "East-West")
    for board in meeting.boards:
        enter(page, board, evening.said[key_of(meeting), board])
        expect(page.get_by_role("button", name=re.compile("Yes, we agree"))).to_be_visible()
        if board != meeting.boards[-1]:
            page.locator(f'#view a.at[data-board="{board + 1}"]').click()
    for _ in meeting.boards:
        own.goto(evening.at(f"t/{meeting.table}/"))
        agree(own)
        expect(own.get_by_role("button", name=re.compile("Yes, we agree"))).to_have_count(0)
    page.goto(evening.at(f"t/{meeting.table}/"))
    expect(page.locator("#view h1").first).to_have_text(f"Round {meeting.round + 1}: where to go")


SPECIAL: dict[tuple[int, int], Callable[[Evening, Meeting], None]] = {
    (1, 2): disputed_on_the_table_phone, (1, 3): disputed_on_an_own_phone, (1, 5): agreed_on_own_phones, (3, 1): wrong_board,
    (4, 2): without_network, (5, 2): network_is_back, (6, 4): another_phone, (7, 5): not_played,
}
