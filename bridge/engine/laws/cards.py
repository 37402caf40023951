"""Exposed cards and penalty cards (Laws 45E, 48-52, 57-60)."""

from bridge.engine.cards import Card, Rank, Suit
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case, NotInThisEdition, Question
from bridge.engine.laws.codes import Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Finding, Outcome, Prescribed, about, decide
from bridge.engine.play import legal_cards
from bridge.engine.seats import Seat

_P, _S = PlayEffect, ScoreEffect
_DECLARER = Chooser.DECLARER
RESTRICT = (Option.REQUIRE_SUIT, Option.FORBID_SUIT, Option.NO_RESTRICTION)
RETURNED: tuple[Prescribed, ...] = (_P.RETURNED_TO_HAND, _P.NOT_PC)


def is_honour(card: Card) -> bool:
    """Ace, king, queen, knave or ten."""
    return card.rank >= Rank.TEN


def is_defender(case: Case, role: w.Role | None, seat: Seat | w.Role | None) -> bool:
    """Is the player a defender: by the role told, otherwise by his seat and declarer's?"""
    if role is not None:
        return role is w.Role.DEFENDER
    declarer = case.told(f.DECLARER)
    return isinstance(seat, Seat) and declarer is not None and seat.side is not declarer.side


def role_of(case: Case, role: Question[w.Role | None], seat: Question[Seat | None]) -> w.Role | None:
    """What the player is: as told, otherwise by his seat and declarer's; None where neither says it."""
    told, player, declarer = case.told(role), case.told(seat), case.told(f.DECLARER)
    if told is not None or player is None or declarer is None:
        return told
    return {declarer: w.Role.DECLARER, declarer.partner: w.Role.DUMMY}.get(player, w.Role.DEFENDER)


def offender_defends(case: Case) -> bool:
    """Is the offender a defender?"""
    return is_defender(case, case.told(f.OFFENDER_ROLE), case.told(f.OFFENDER))


def offender_declares(case: Case) -> bool:
    """Is the offender known to be declarer or dummy?"""
    offender, declarer = case.told(f.OFFENDER), case.told(f.DECLARER)
    return offender is w.Role.DECLARING_SIDE or (isinstance(offender, Seat) and declarer is not None and offender.side is declarer.side)


def penalty_card_effects(case: Case, cards: tuple[Card, ...], *, inadvertent: bool, named: bool = False) -> tuple[Prescribed, ...]:
    """What class of penalty card these become (Law 50B): minor only for one small card exposed inadvertently by a defender who has no other.

    named   say which card it is even where it is only one
    """
    others = has_another(case)
    minor = len(cards) == 1 and not is_honour(cards[0]) and inadvertent and not others
    code = _P.PC_MINOR if minor else _P.PC_MAJOR
    effects: tuple[Prescribed, ...] = tuple(about(code, card) for card in cards) if named or len(cards) > 1 else (code,)
    return (*effects, _P.ALL_PCS_MAJOR) if others else effects


def has_another(case: Case) -> bool:
    """Has this defender a penalty card already? Which one, nobody needs to say."""
    told = case.told(f.OTHER_PCS)
    return case.ask(f.OTHER_PC) if told is None else bool(told)


def small_and_inadvertent(case: Case, cards: tuple[Card, ...]) -> bool:
    """Was a single small card put out inadvertently? Asked only where it matters: beside another penalty card every one is major."""
    return len(cards) == 1 and not is_honour(cards[0]) and not has_another(case) and case.ask(f.INADVERTENT)


def suit_led(case: Case) -> Suit | None:
    """The suit that was led to the trick; None where the player himself leads."""
    led = case.told(f.LED_SUIT)
    if led is None and case.at_desk and not case.ask(f.TO_LEAD):
        return case.ask(f.LED_SUIT)
    return led


def exposed_card(case: Case) -> Outcome:
    """Laws 48 and 49: a card exposed during the play."""
    how = case.ask(f.HOW)
    if not is_defender(case, case.told(f.OWNER_ROLE), case.ask(f.OWNER)):
        return decide(Ruling.NOT_PENALTY_CARD, "48A", *RETURNED)
    if how is w.HowExposed.STATEMENT_CURRENT_TRICK:
        effects = (_P.NOT_PC, _P.INFO_UNAUTHORISED_PARTNER, _S.EQUITY)
        return decide(Ruling.NOT_PENALTY_CARD, case.either("68 16 57", "68 16 57A"), *effects)
    if how is not w.HowExposed.NAMED and not case.ask(f.PARTNER_COULD_SEE):
        return decide(Ruling.NOT_PENALTY_CARD, "49", _P.NOT_PC)
    cards = case.ask(f.CARDS)
    dropped = how is w.HowExposed.DROPPED and case.told(f.INADVERTENT) is not False
    effects_of_class = penalty_card_effects(case, cards, inadvertent=dropped or small_and_inadvertent(case, cards))
    return decide(Ruling.PENALTY_CARD, "49 50B", *effects_of_class)


def lead_restricted(case: Case, cards: tuple[Card, ...], choice: w.PlayChoice, suits: tuple[Suit, ...], laws: str) -> Outcome:
    """Law 50D2 once declarer has chosen: which cards are picked up, what is led or not led.

    cards    the penalty cards on the table before the choice
    suits    the suits required or forbidden
    """
    if choice is w.PlayChoice.NO_RESTRICTION:
        remain = tuple(about(_P.PC_REMAINS, card) for card in cards)
        return decide(Ruling.NO_LEAD_RESTRICTION, f"{laws} 50D2b", *remain)
    picked = [about(_P.PC_PICKED_UP, card) for card in cards if card.suit in suits]
    left = [about(_P.PC_REMAINS, card) for card in cards if card.suit not in suits]
    effects: tuple[Prescribed, ...] = (*picked, *left, _P.INFO_UNAUTHORISED_PARTNER, *(() if left else (_P.OWNER_FREE,)))
    cited = f"{laws} {_paragraph(cards, choice)} {case.either('', '50E2')}"
    if choice is w.PlayChoice.REQUIRE_SUIT:
        return decide(Ruling.LEAD_REQUIRED, cited, *effects, findings=[Finding("suit", suit) for suit in suits[:1]])
    findings = (Finding("forbidden", suits), Finding("until", "loses_lead"))
    return decide(Ruling.LEAD_FORBIDDEN, cited, *effects, findings=findings)


def _paragraph(cards: tuple[Card, ...], choice: w.PlayChoice) -> str:
    """The paragraphs under which a suit is required or forbidden: one penalty card, several of one suit, several suits."""
    if len(cards) < 2:
        return "50D2a"
    several_suits = len({card.suit for card in cards}) > 1
    return f"50D2a 51B{2 if several_suits else 1}{'a' if choice is w.PlayChoice.REQUIRE_SUIT else 'b'}"


def penalty_card_turn(case: Case) -> Outcome:
    """Laws 50 to 52: a penalty card on the table when somebody plays."""
    owner, on_table = case.ask(f.OWNER), case.ask(f.PCS)
    # Where both defenders have penalty cards, only the owner's own bind here.
    on_table = tuple(each for each in on_table if each.owner is None or each.owner is owner)
    cards = tuple(each.card for each in on_table)
    instead = case.told(f.PLAYED_INSTEAD)
    if instead is not None:
        return _not_played(case, cards, instead)
    if case.told(f.INFO_USED):
        return _information_used(case, cards)
    minor = len(cards) == 1 and on_table[0].degree is w.CardClass.MINOR
    turn = case.ask(f.TURN_OF)
    if not cards and case.told(f.CHOICE) is None:
        return _none_on_table(case, turn)
    if turn is w.TurnOf.OWNER and case.at_desk and case.ask(f.OTHER_CARD_PLAYED):
        return _not_played(case, cards, case.ask(f.PLAYED_INSTEAD))
    if turn is w.TurnOf.OWNER:
        return _minor_limits(case, cards[0]) if minor else _must_be_played(case, cards)
    if turn is w.TurnOf.PARTNER_LEAD:
        return _partner_free_of_minor(case) if minor else _partner_leads(case, cards)
    if turn is w.TurnOf.PARTNER_FOLLOW and case.ask(f.INFO_USED):
        return _information_used(case, cards)
    return decide(Ruling.DIRECTOR_DECIDES, "50", chooser=Chooser.DIRECTOR)


def _none_on_table(case: Case, turn: w.TurnOf | None) -> Outcome:
    """A card that was picked up is a penalty card no longer: nobody is bound by it, and what it showed partner stays unauthorised."""
    if turn is w.TurnOf.OWNER:
        return decide(Ruling.LEGAL_CARDS, "50D2a 44C", findings=[Finding("cards", legal_cards(case.ask(f.HAND), suit_led(case)))])
    if case.ask(f.INFO_USED):
        return _information_used(case, ())
    return decide(Ruling.NO_LEAD_RESTRICTION, case.either("50D2a 50D1 16A", "50D2a 50E2"), _P.INFO_UNAUTHORISED_PARTNER)


def _not_played(case: Case, cards: tuple[Card, ...], instead: Card | None) -> Outcome:
    """Law 52: another card was played."""
    remain = [about(_P.PC_REMAINS, card) for card in cards]
    played = about(_P.PLAYED, *([instead] if instead else []))
    if case.learn(f.PC_WAS_LEGAL) is False:
        return decide(Ruling.PLAY_STANDS, "50D1", played, *remain)
    if case.ask(f.DECLARER_PLAYED_SINCE):
        return decide(Ruling.MUST_ACCEPT, "52B1b 52B1c", played, *remain)
    effects = (_P.PC_REMAINS_IF_ACCEPTED, _P.PC_MAJOR_FOR_WRONG_CARD_IF_REFUSED)
    options = (Option.ACCEPT_CARD, Option.REQUIRE_PENALTY_CARD)
    return decide(Ruling.DECLARER_ACCEPT_OR_REQUIRE_PC, "52A 52B1a 52B1c 52B2", *effects, options=options, chooser=_DECLARER)


def _information_used(case: Case, cards: tuple[Card, ...]) -> Outcome:
    """What partner may know: 1999 only that the card must be played; 2017 everything while it is on the table."""
    told = case.told(f.ON_TABLE)
    on_table = bool(cards) if told is None else told
    remains = (_P.PC_REMAINS,) if on_table else ()
    if case.chinese:
        proper = on_table and case.ask(f.INFO_KIND) is w.Knowledge.DUTY_TO_PLAY
        laws = "50D1" if proper else "50D1 50C 16A" if on_table else "50D1 50D2a 16A 16C"
    else:
        proper = on_table
        laws = "50E1 50E3" if proper else "50E2 50E3 16C2"
    return decide(Ruling.INFO_AUTHORISED if proper else Ruling.INFO_UNAUTHORISED, laws, *remains, _S.EQUITY)


def _minor_limits(case: Case, card: Card) -> Outcome:
    """50C: no other small card of the suit before the penalty card."""
    hand = tuple(dict.fromkeys((*case.ask(f.HAND), card)))
    may = [each for each in legal_cards(hand, suit_led(case)) if each == card or each.suit is not card.suit or is_honour(each)]
    return decide(Ruling.MINOR_PC_LIMITS, "50C", _P.PC_REMAINS_IF_NOT_PLAYED, findings=[Finding("legal", tuple(may))])


def _must_be_played(case: Case, cards: tuple[Card, ...]) -> Outcome:
    """50D1 and 51A: a major penalty card is played at the first legal chance; of several declarer names one."""
    hand = tuple(dict.fromkeys((*case.ask(f.HAND), *cards)))
    legal = legal_cards(hand, suit_led(case))
    due = [card for card in cards if card in legal]
    if not due:
        return decide(Ruling.LEGAL_CARDS, case.either("50D1 44C", "50D1a 44C"), _P.PC_REMAINS, findings=[Finding("cards", legal)])
    if len(due) == 1:
        return decide(Ruling.PC_MUST_PLAY, case.either("50D1", "50D1a"), _P.PLAYED, findings=[Finding("cards", tuple(due))])
    effects = (_P.PLAYED_DESIGNATED, _P.PC_REMAINS_OTHER)
    return decide(Ruling.PC_DESIGNATE, case.either("51A 50D1", "51A 50D1a"), *effects, options=due, chooser=_DECLARER)


def _partner_free_of_minor(case: Case) -> Outcome:
    """50C: a minor penalty card lays nothing on partner's lead."""
    if case.chinese:
        return decide(Ruling.NO_LEAD_RESTRICTION, "50C 16A", _P.PC_REMAINS, _P.INFO_UNAUTHORISED_PARTNER, _S.EQUITY)
    return decide(Ruling.NO_LEAD_RESTRICTION, "50C 50E1 50E3", _P.PC_REMAINS, _S.EQUITY)


def _partner_leads(case: Case, cards: tuple[Card, ...]) -> Outcome:
    """50D2 and 51B: partner waits until declarer has chosen."""
    if case.told(f.PARTNER_LED_BEFORE_CHOICE):
        led = case.ask(f.PARTNER_CARD)
        effects = (about(_P.PC_MAJOR, *([led] if led else [])), about(_P.PC_PICKED_UP_IF_REQUIRE_OR_FORBID), about(_P.PC_REMAINS_IF_NO_RESTRICTION))
        return decide(Ruling.PENALTY_CARD, "50D2 49 50B", *effects, options=RESTRICT, chooser=_DECLARER)
    choice = case.choice(f.CHOICE, RESTRICT, _DECLARER)
    if choice is None:
        open_effects = (_P.PC_PICKED_UP_IF_REQUIRE_OR_FORBID, _P.PC_REMAINS_IF_NO_RESTRICTION)
        several = {True: "51B2", False: "51B1"}[len({card.suit for card in cards}) > 1] if len(cards) > 1 else ""
        return decide(Ruling.PC_LEAD_OPTIONS, f"50D2a 50D2b {several}", *open_effects, options=RESTRICT, chooser=_DECLARER)
    if choice is w.PlayChoice.FORBID_SUIT and case.told(f.PARTNER_RETAINS_LEAD) is False:
        return decide(Ruling.NO_LEAD_RESTRICTION, "50D2a")
    return lead_restricted(case, cards, choice, chosen_suits(case, cards), "")


def chosen_suits(case: Case, cards: tuple[Card, ...]) -> tuple[Suit, ...]:
    """The suits that declarer named; where the penalty cards are of one suit it can only be that one."""
    own = tuple(dict.fromkeys(card.suit for card in cards))
    if len(own) == 1:
        return own
    told = case.told(f.SUITS)
    if told:
        return told
    suit = case.ask(f.SUIT)
    return (suit,) if suit is not None else ()


def premature_play(case: Case) -> Outcome:
    """Law 57: a defender leads to the next trick before his partner has played to this one, or plays before him."""
    case.ask(f.OFFENDER)
    if offender_declares(case):
        return decide(Ruling.CARD_PLAYED, case.either("45C2", "57C3"), _P.PLAYED)
    choice = case.told(f.CHOICE)
    if choice is not None:
        return _premature_chosen(case, choice)
    if case.ask(f.AT_RHO_TURN) and case.ask(f.PARTNER_HAS_PLAYED):
        laws = case.either("45C1 16A", "57D 16B")
        if case.ask(f.CARD_LEGAL):
            return decide(Ruling.CARD_PLAYED, laws, _P.PLAYED_AT_PROPER_TURN, _S.EQUITY)
        return decide(Ruling.PENALTY_CARD, case.either("45C1 49 50B 16A", "57D 16B 50B"), _P.PC_MAJOR, _S.EQUITY)
    if case.ask(f.DUMMY_IMPROPER):
        return decide(Ruling.NO_RECTIFICATION, case.either("57C", "57C2"), _P.PLAYED)
    if case.ask(f.DECLARER_PLAYED_BOTH):
        return decide(Ruling.NO_RECTIFICATION, case.either("57C", "57C1"), _P.PLAYED)
    singleton = case.either("57C", "57C1") if case.told(f.DUMMY_SINGLETON) else ""
    options = premature_options(case)
    if case.at_desk:
        return _premature_chosen(case, case.choice(f.CHOICE, options, _DECLARER))
    return decide(Ruling.PREMATURE_OPTIONS, f"57A {singleton} {case.either('50B', '')}", _P.PC_MAJOR, options=options, chooser=_DECLARER)


def premature_options(case: Case) -> tuple[Option, ...]:
    """Law 57A: what declarer may choose one of; to require another suit exists in 2017 alone."""
    three = (Option.PLAY_HIGHEST, Option.PLAY_LOWEST, Option.FORBID_OTHER_SUIT)
    return three if case.chinese else (*three, Option.REQUIRE_OTHER_SUIT)


def _premature_chosen(case: Case, choice: w.PlayChoice | None) -> Outcome:
    """57A and 57B: what the option leaves to partner; any legal card where he cannot comply."""
    if choice is w.PlayChoice.REQUIRE_OTHER_SUIT and case.chinese:
        raise NotInThisEdition(question=f.CHOICE.code, told=choice.value, edition=case.edition.value)
    led, suit = case.ask(f.LED_SUIT), case.told(f.SUIT)
    hand = case.ask(f.PARTNER_HAND)
    legal = legal_cards(hand, led)
    if choice in (w.PlayChoice.PLAY_HIGHEST, w.PlayChoice.PLAY_LOWEST):
        following = sorted(card for card in hand if card.suit is led)
        wanted = following[-1:] if choice is w.PlayChoice.PLAY_HIGHEST else following[:1]
    elif choice is w.PlayChoice.REQUIRE_OTHER_SUIT:
        wanted = [card for card in legal if card.suit is suit]
    else:
        # Following suit always complies; without the suit that declarer named nothing else can be said to.
        wanted = [card for card in legal if card.suit is not suit and (suit is not None or card.suit is led)]
    if wanted:
        return decide(Ruling.LEGAL_CARDS, "57A", _P.PC_MAJOR, findings=[Finding("cards", tuple(wanted))])
    return decide(Ruling.ANY_LEGAL_CARD, "57B 59", chooser=Chooser.PARTNER, findings=[Finding("cards", legal)])


def simultaneous_cards(case: Case) -> Outcome:
    """Law 58: two players play at once, or one plays several cards."""
    players = case.ask(f.PLAYERS)
    if len(players) > 1:
        first = case.ask(f.LEGAL_PLAYER)
        return decide(Ruling.DEEMED_SUBSEQUENT, "58A", _P.PLAYED, findings=[Finding("first", first)] if first else [])
    cards, visible = case.ask(f.CARDS), case.ask(f.VISIBLE)
    if len(visible) == 1:
        rest = tuple(about(_P.RETURNED_TO_HAND, card) for card in cards if card not in visible)
        return decide(Ruling.CARD_PLAYED, "58B1", about(_P.PLAYED, visible[0]), *rest, _P.NOT_PC)
    named = case.told(f.DESIGNATED)
    if named is None:
        return decide(Ruling.DESIGNATE_CARD, "58B2", options=visible, chooser=Chooser.PLAYER)
    rest_of_cards = [card for card in cards if card != named]
    if not is_defender(case, case.told(f.OFFENDER_ROLE), players[0] if players else None):
        returned = [about(_P.RETURNED_TO_HAND, card) for card in rest_of_cards]
        return decide(Ruling.DESIGNATE_CARD, "58B2 48A", about(_P.PLAYED, named), *returned, _P.NOT_PC)
    others = tuple(card for card in visible if card != named)
    hidden = [about(_P.RETURNED_TO_HAND, card) for card in rest_of_cards if card not in visible]
    effects = penalty_card_effects(case, others, inadvertent=True, named=True)
    return decide(Ruling.DESIGNATE_CARD, "58B2 49 50B", about(_P.PLAYED, named), *hidden, *effects)


def complies(card: Card, restriction: w.Restriction) -> bool:
    """Does the card do what the opponents' option asks of a lead or play?"""
    return (card.suit is restriction.suit) is (restriction.duty is w.SuitDuty.REQUIRE_SUIT)


def restriction_unable(case: Case) -> Outcome:
    """Law 59: a player who cannot lead or play as required plays any legal card; one who can is held to it."""
    hand, restriction = case.ask(f.HAND), case.ask(f.RESTRICTION)
    complying = tuple(card for card in hand if restriction is not None and complies(card, restriction))
    if complying:
        return decide(Ruling.LEGAL_CARDS, "44B 59", findings=[Finding("cards", complying)])
    return decide(Ruling.ANY_LEGAL_CARD, "59", chooser=Chooser.PLAYER, findings=[Finding("cards", hand)])
