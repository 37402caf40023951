"""What each section of Laws 64 to 73 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "64": _(
        "When play is over, an established revoke may cost the offending side one or two tricks; the director then "
        "checks whether that makes good the damage."
    ),
    "64A": _(
        "Only the trick of the revoke and those after it can move, never earlier ones; how many depends on whether the "
        "offender's own card won the trick of the revoke."
    ),
    "64A1": _(
        "If the offender himself, not his partner, won the trick of the revoke, that trick goes to the non-offending "
        "side, and with it one later trick if his side won any."
    ),
    "64B": _("In the cases that follow the revoke stands but no trick moves of itself; the director still looks at the damage to the non-offending side."),
    "64B1": _(
        "If the offending side takes neither the trick of the revoke nor any trick after it, there is nothing to move; tricks it won earlier stay with it."
    ),
    "64B4": _("No trick moves if attention is first drawn to the revoke after a player of the non-offending side has called on the next board."),
    "64B5": _("Once the round has ended, a revoke first mentioned then moves no trick, though the director may still be asked about the damage."),
    "64B6": _(
        "A revoke on the last trick but one never moves a trick; if it is noticed before all four hands are back in the "
        "board, the right cards are put in instead."
    ),
    "64C": _(
        "If the non-offending side would have made more tricks without the revoke than it has now, the director "
        "replaces the result by an adjusted score, even where no trick moved."
    ),
    "65": _("Each player keeps his own cards of the finished tricks in front of him, so that the number of tricks and the order of play can be checked."),
    "65A": _("When all four cards are on the table, each player turns his own face down and keeps it near him; nobody gathers the trick."),
    "65B": _("A card lying lengthwise towards partner marks a trick won by one's side; one lying lengthwise towards the opponents marks a trick lost."),
    "65C": _("The cards overlap in a row in the order in which they were played, so that the play can be followed card by card afterwards if need be."),
    "65D": _("Nobody mixes his played cards until both sides agree on the tricks; who does so weakens his case over a doubtful trick or a revoke."),
    "66": _(
        "Who may look again at cards already played, and when: freely for a moment after the trick, then only with the "
        "director, and after play for checking."
    ),
    "66A": _(
        "Declarer or a defender may have all four cards shown again, as long as he has not turned his own card and his "
        "side has not led or played to the next trick."
    ),
    "66B": _("Until somebody leads to the next trick, declarer or a defender may look at the card he has just played, without letting others see it."),
    "66C": _("After that, nobody looks at finished tricks while play goes on unless the director says so, for example to check a suspected revoke."),
    "66D": _(
        "All cards may then be looked at to settle a revoke or the number of tricks, each player handling only his own; if he mixes them after the "
        "question was raised, doubt favours the other side."
    ),
    "67": _(
        "A trick to which a player has played no card, or more than one; what is done depends on whether both sides have already played to the next trick."
    ),
    "67A": _("If it is pointed out before both sides have played to the following trick, the number of cards must be put right at once."),
    "67A1": _("The player who missed the trick now adds a card that he may legally play to it."),
    "67A2": _("A fifth card on the trick is dealt with by Law 45E, several cards from one hand at once by Law 58B; a defender may get a penalty card."),
    "67B": _(
        "Once both sides have played to the next trick, the director finds out which trick was wrong and brings the "
        "player's cards back to the right number."
    ),
    "67B1": _("The director has him show a card at once and put it in its place among his played cards; the trick stays with the side that won it."),
    "67B1b": _("He may give up any card he likes; he counts as having revoked on the defective trick, which may cost one trick but not two."),
    "68": _(
        "A statement or act counts here only if it concerns tricks beyond the current one; about that trick alone play "
        "goes on, though Laws 16 and 57 may apply."
    ),
    "68A": _("Naming a number of tricks to be won, proposing to stop the play, or showing one's hand is a claim, unless it was plainly not meant as one."),
    "68C": _("The claimer says at once in which order the cards will be played and how he means to win the tricks, whether as declarer or as a defender."),
    "69": _("A claim or concession that the opponents accept is scored without further play; afterwards that side can get back only certain tricks."),
    "69A": _(
        "Assent becomes final when that side calls on a later board, or the round ends, with no objection raised; the tricks are scored as if played out."
    ),
    "70A": _(
        "The director divides the remaining tricks as fairly as he can to both sides; where a point stays doubtful, he "
        "decides it against the one who claimed."
    ),
    "70C": _(
        "Opponents who still hold a trump get a trick or tricks if the claimer did not mention it, was at all likely to "
        "have missed it, and could lose to it by a normal line."
    ),
    "72": _("All try for the best score they can get by lawful and fair play; rectifications come from the director and the laws, not from the players."),
    "72B": _("Nobody breaks a law on purpose or conceals a breach; yet a player need not report an offence of his own side unless a law requires it."),
    "73": _("Partners tell each other something only by their calls and plays themselves, made in an even manner without emphasis, haste or hesitation."),
    "73B": _("Partners do not inform each other by the way they call or play, by remarks or gestures, or by what they ask, alert and explain or leave out."),
    "73C": _("When partner's words, question, explanation, gesture or tempo have told a player something, he takes great care to gain nothing from it."),
    "73D": _("An even pace and manner are wanted; an unwitting change is no offence in itself, but no player may try to mislead an opponent by one."),
    "73D1": _(
        "Only the opponents may draw conclusions from an unwitting change of pace or manner, and if they guess wrong the loss is theirs; care is due where "
        "a change could help one's own side."
    ),
}

CN1999 = {
    "64A2": _(
        "One trick moves if the offending side won that trick or a later one; one more if, besides, the offender later won a trick with a card that was "
        "legal on the trick of the revoke."
    ),
    "64B2": _("When the same player revokes again in a suit in which he has revoked before, the later revoke moves no further trick."),
    "64B3": _(
        "No trick moves for failing to play a card that all could see: one lying face up on the table, or one from a "
        "hand that is spread, dummy's included."
    ),
    "67B1a": _("He must give up a card of that suit, and it costs him nothing: no revoke is counted and no trick moves."),
    "67B2": _(
        "The card shown to that trick stays (if unknown, the highest he could legally have played); the others return to hand, count as held throughout "
        "and may make an earlier trick a revoke."
    ),
    "68B": _(
        "Naming tricks to be lost concedes them, claiming some concedes the others, giving up the hand concedes all; if a defender's partner objects at "
        "once, nothing is conceded and the director is called."
    ),
    "68D": _("No card is played any more and later plays are void; if anybody, dummy included, doubts the claim, the director is called and all wait "
    "for him."),
    "69B": _(
        "Within the correction period a side may take its assent back only for a trick that it had already won or that "
        "no normal play of the rest could lose; the board is rescored."
    ),
    "70": _(
        "The director has the statement repeated, all hands faced and the objections told, then rules; normal lines include careless or poor play for that "
        "class of player, not irrational play."
    ),
    "70D": _(
        "If the claimer now offers a way to win that he did not state, the director refuses it where another normal "
        "line within his statement would do worse."
    ),
    "70E": _(
        "An unstated line that needs one opponent to hold a card is refused, unless one showed out of the suit, would do so on every normal line, or not "
        "taking it would be irrational."
    ),
    "71": _(
        "A concession stands once made; within the correction period the director takes it back only for an impossible loss, a contract already decided, "
        "or an implausible trick raised early enough."
    ),
    "71A": _("The player gave away a trick that his side had in hand already, or that it would have won however the remaining cards were legally played."),
    "71B": _("Declarer gave up a contract that he had already made, or a defender let a contract through that was already beaten."),
    "71C": _("Such a trick comes back only if the conceding side asks before it calls on the next board and before the round ends."),
    "72A": _(
        "Duplicate is played strictly by these laws: a side takes no trick it did not win, waives no penalty by itself, and may choose what suits it best."
    ),
    "72A2": _("A player does not knowingly keep the score for a trick that his side did not win, nor take a conceded trick that the opponents could "
    "not lose."),
    "72A4": _("After an opponent's irregularity it is quite proper for the non-offending side to pick whichever permitted choice pays it best."),
    "72B1": _(
        "The test is what the offender could have known, not what he meant: if harm to the other side was to be "
        "foreseen, the board goes on, and a gain is met by an adjusted score."
    ),
    "72B2": _("Breaking a law deliberately is never allowed, not even by a player who is ready to bear the penalty."),
    "72B4": _(
        "A player who has broken a law unwittingly must not cover it up, as by revoking once more, holding back a telling card or mixing his cards early."
    ),
    "73B2": _(
        "Exchanging information by a prearranged method that the laws do not allow is the worst offence of all; the "
        "organisers may put the pair out of the event."
    ),
    "73F": _("When a breach of these proprieties has damaged an innocent opponent, the director gives an adjusted score in two cases."),
    "73F1": _(
        "The score is adjusted if a player, among logical alternatives, chose an action that partner's remark, manner "
        "or tempo could clearly have suggested (Law 16)."
    ),
    "73F2": _(
        "The score is adjusted if words or manner with no bridge reason led an opponent to a wrong conclusion, and the "
        "player could have known that his side might profit."
    ),
}

WBF2017 = {
    "64A2": _(
        "If anyone but the offender won the trick of the revoke, one trick moves and never two, provided the offending "
        "side won that trick or any later one."
    ),
    "64B2": _("When the same player revokes again in a suit and his first revoke in it is already established, only the first moves tricks."),
    "64B3": _("No trick moves when the card that should have been played was a penalty card on the table or a card of dummy, which everybody could see."),
    "64B7": _("When each side has an established revoke on the same board, no trick moves either way; the director compares with the probable result "
    "instead."),
    "64B8": _("Revokes by both sides on one trick that were put right together under Law 62C3 move no trick afterwards."),
    "64C1": _(
        "The director makes this check after every established revoke, those exempt from a transfer included, and "
        "adjusts the score if the compensation falls short."
    ),
    "64C2": _("Two cases get a comparison of their own: a player who revokes repeatedly in one suit, and a board on which both sides have revoked."),
    "64C2a": _(
        "The director adjusts if the non-offending side would likely have won more tricks without one or more of the player's later revokes in that suit."
    ),
    "64C2b": _("If one of the two sides has suffered from this, the director adjusts by the result that was probable without the revoke that did the "
    "damage."),
    "65B3": _(
        "Any player may say that a card points the wrong way until his own side leads or plays to the next trick; said "
        "later it may be unauthorised information under Law 16B."
    ),
    "67B1a": _("He must give up a card of that suit; he counts as having revoked on the trick, and one trick may move by Law 64A2."),
    "67B2": _(
        "The director goes through the offender's played cards and removes the surplus; he avoids showing a defender's cards, for a surplus one that was "
        "exposed becomes a penalty card."
    ),
    "67B2a": _(
        "Every surplus card returns to his hand; the one he faced to the trick remains, or, if that is not known, the "
        "highest that he could legally have played."
    ),
    "67B2b": _("A card taken back counts as having been in his hand all the time, so a trick on which he should have played it may turn out to be a revoke."),
    "68B": _(
        "A side gives up tricks by saying so, by claiming fewer than remain, or by abandoning a hand; a defender's "
        "partner may prevent it by objecting at once."
    ),
    "68B1": _("The tricks a player says his side will lose, and those left over from a claim of some, are conceded; all are if he abandons his hand."),
    "68B2": _(
        "There is then neither concession nor claim: the director is called and play goes on; cards a defender has shown are no penalty cards, but his "
        "partner may not use what they tell."
    ),
    "68D": _(
        "After a claim or concession no card is played for the moment: it is either agreed, or doubted and then decided "
        "by the director or, if all four wish, by playing on."
    ),
    "68D2": _("Any player may express doubt, dummy too; then the table has two ways only, the director or play resumed by consent of all."),
    "68D2a": _("The director is summoned without delay and nobody does anything more until he comes; he decides the remaining tricks by Law 70 or Law 71."),
    "68D2b": _(
        "If the side that did not claim or concede asks for it and all four concur, play resumes: the claim is void, "
        "Laws 16 and 50 do not apply, and the result obtained stands."
    ),
    "69B": _(
        "Within the correction period a side may take its assent back for a trick that it had won or would likely have "
        "won; the board is rescored with that trick."
    ),
    "69B1": _("The player let a trick go that his side had in fact won already; it is given back to that side."),
    "69B2": _("The player let a trick go that his side would probably have taken if the hands had been played out; it is given to that side."),
    "70": _(
        "The director hears the statement again and the objections, may have the hands faced, then rules; normal lines "
        "include careless or inferior play for that class of player."
    ),
    "70C1": _("The first of three conditions that must all be met: the claimer's statement said nothing about the trump still out."),
    "70C2": _("The second condition: when claiming he may quite possibly have overlooked that an opponent still had a trump."),
    "70C3": _("The third condition: by some normal way of playing the rest, that trump would take a trick."),
    "70D": _(
        "What counts is the statement made with the claim: later additions, hopes that a partner finds the right play, "
        "and cards played afterwards are weighed by these rules."
    ),
    "70D1": _("The claimer gets no benefit from a winning idea that he did not mention, as long as some other normal play would bring him fewer tricks."),
    "70D2": _(
        "A defender cannot count on his partner's choosing well: where another normal play by partner would not do, the "
        "tricks that hang on the choice are not given."
    ),
    "70D3": _(
        "Cards played after the claim do not decide it, but the director may use them as evidence of how the players "
        "would have gone on and how sound the claim was."
    ),
    "70E": _(
        "A line that the claimer did not state is not assumed in his favour when it rests on a guess which opponent has "
        "a card; how a suit is played may be laid down by regulation."
    ),
    "70E1": _(
        "A finesse or drop that depends on which opponent has a card counts only if one of them showed out of that suit "
        "before the claim or would on every normal line."
    ),
    "70E2": _(
        "The organisation in charge may lay down an order, such as from the top down, in which a suit is taken to be "
        "played when the statement did not say."
    ),
    "71": _(
        "A concession stands, but within the correction period the director cancels it for a trick that side had already won or that no normal play of the "
        "rest could lose, and rescores."
    ),
    "72B3": _(
        "The evidence of an offence is left alone: no revoking again to hide a revoke, no keeping back of the card that "
        "would show it, no early mixing of cards."
    ),
    "72C": _(
        "When an offender could have foreseen at the time that his breach might well hurt the other side, the board is "
        "finished first; any gain is then met by an adjusted score."
    ),
    "73B2": _("No offence is graver than a pair's exchanging information by a method arranged beforehand that the laws do not allow."),
    "73C2": _(
        "A player who flagrantly breaks this duty may be penalised in addition (Law 90); whether his side gained is a matter of its own, under Law 16B3."
    ),
    "73D2": _(
        "Only the cards may deceive: no thinking over a singleton, no acted doubt or haste, no remark or question for "
        "effect, no procedure bent on purpose."
    ),
    "73E": _("Deceiving the opponents by a call or play is fair, as long as no secret partnership understanding protects it; deceiving them by "
    "manner is not."),
    "73E2": _(
        "If what a player said or how he acted misled an opponent, with no bridge reason to be shown for it, and he "
        "could have foreseen the gain, the director adjusts the score."
    ),
}
