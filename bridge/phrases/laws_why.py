"""Why the Law asks: one sentence for the questions that come up every week, for the director who rules from memory."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from bridge.engine.laws.case import Question


def why_words(question: Question[Any]) -> str:
    """Why this is asked; nothing where the question says it."""
    told = _WHY.get(question.code)
    return gettext(told) if told else ""


_WHY = {
    "accepted_by_lho": _("The next player may treat an irregular call as legal; then nothing else happens."),
    "action_suggested": _("Only an action that the information points to is taken from the side that had it."),
    "affected": _("Only a player whose own action rested on the wrong explanation may change it or is compensated."),
    "all_four_agree": _("Some remedies are open only when nobody at the table objects."),
    "alternative_normal_worse": _("A claimer gets no trick that another normal line would have lost."),
    "at_rho_turn": _("Who plays before the player on his right has played is dealt with apart from other early plays."),
    "auction": _("It tells whose turn it was and whether the call was high enough."),
    "call_by_wrong_hand": _("Once somebody has called on a wrong hand, the board may be beyond saving."),
    "card": _("The rank decides between a minor and a major penalty card; the suit decides what may be required."),
    "cards": _("The rank and the number of cards decide between a minor and a major penalty card."),
    "cards_seen": _("What another hand showed is information that nobody may use."),
    "caused_adjusted_score": _("An offence that costs others a normal score is the usual reason for a penalty."),
    "choice": _("The Law gives this choice to one player; nobody else may advise."),
    "claims": _("What is not claimed is conceded."),
    "correct_leader": _("Declarer may accept the lead or have it come from the right hand."),
    "damage": _("A score is adjusted only where the other side did worse because of it."),
    "declarer_spread_started": _("Declarer who begins to face his hand becomes dummy, and the lead stands."),
    "doubted": _("A claim that nobody doubts ends the board; a doubted one is decided by the director."),
    "dummy_card_seen": _("Once declarer may have seen a card of dummy, he must accept the lead."),
    "dummy_improper": _("When dummy acts on his own, the defenders are not bound by their early play."),
    "earlier_revoke_same_suit": _("A second revoke in the same suit by the same player moves no tricks."),
    "established": _("Before it is established, a revoke must be put right; afterwards it stands and tricks may move."),
    "explanation_correct": _("Only a wrong explanation is misinformation; a hand that does not fit a right one is not."),
    "exposed": _("An honour, a card led, or more than one card silences the partner; one small card does not."),
    "extra": _("Where nobody can say which of them was faced, all the cards that he put on the trick are named."),
    "face": _("A lead face down can still be taken back; one that is faced cannot."),
    "fault": _("A side not at fault gets average plus, one at fault average minus."),
    "found": _("Where the card is found decides whether it only goes back or counts as one that was held."),
    "hands_in_board": _("After the cards are back in the board, the facts can no longer be checked."),
    "hesitation_agreed": _("The facts have to be settled before they are judged."),
    "how": _("A card faced on purpose or by accident is dealt with differently."),
    "inadvertent": _("A low card that falls by accident is only a minor penalty card."),
    "insufficient_conventional": _("In the edition of 1999 a conventional bid cannot be replaced without silencing the partner."),
    "irregular_call": _("It is compared with the last bid and with whose turn it was."),
    "irregularity": _("Dummy may not point to a defender's irregularity before the play is over."),
    "led": _("A card led before the auction is over counts more than one that fell."),
    "led_suit": _("It tells whether he could follow."),
    "lho_called": _("A call of the next player over it accepts the irregularity."),
    "likely_unaware": _("A trump that the claimer has forgotten counts against him."),
    "logical_alternative_exists": _("An action without alternative was not chosen because of the information."),
    "mentioned": _("What was said about the trumps with the claim decides how they are played."),
    "misled_by_opponent": _("Who was told by an opponent that it was his lead goes without rectification."),
    "normal_line_loses": _("A doubtful trick goes to the other side when a normal line loses it."),
    "nos_played_after": _("Cards that the other side played after it may be taken back too."),
    "noticed": _("A revoke noticed too late moves no tricks."),
    "offence": _("The Law names offences for which a side is penalised."),
    "os_tricks_from": _("No more tricks can move than the side won from the revoke on; those that another revoke has moved already are left out."),
    "other_side_also_revoked": _("When both sides revoked, no tricks move."),
    "own_misunderstanding": _("Who misunderstood his own call has to bear it."),
    "partner_called": _("After the partner has called, a call can no longer be changed without rectification."),
    "partner_could_see": _("A card is exposed only where the partner could have seen its face."),
    "partner_has_played": _("Once the partner has played as well, nothing can be required of him."),
    "pass_artificial": _("A pass that means something is treated like a bid."),
    "pass_conventional": _("A conventional pass is treated like a bid."),
    "pause_for_thought": _("A slip is changed without pause; a second thought is not a slip."),
    "pcs": _("Several penalty cards give declarer more choices than one."),
    "phase": _("What can still be put right depends on how far the board has come."),
    "play_over": _("After the last trick, a revoke on it is still put right, but differently."),
    "played_before_by_any": _("A board that one of them has played already cannot be scored for them again."),
    "problem": _("A card too few and a card too many are put right in different ways."),
    "proper_lead_made": _("Once the right hand has led, the wrong lead is no longer accepted."),
    "remaining": _("It tells how many tricks the claim is about."),
    "replacement": _("What he calls instead decides whether the partner may go on."),
    "replacement_comparable": _("A call that tells the same or less leaves the partner free."),
    "revoke_trick_won": _("A trick that the revoking player won himself costs more."),
    "rho_action": _("If the player whose turn it was passes, the call may be repeated; otherwise it may not."),
    "slip": _("Only a slip of hand or tongue may be changed freely."),
    "source": _("Information from the partner and from elsewhere fall under different parts of the Law."),
    "specifies_same": _("The lowest bid in the same suit leaves the partner free when both show the same."),
    "suit": _("The suit that is required or forbidden is named with the choice."),
    "trick": _("The first twelve tricks and the last are dealt with differently, and tricks are counted from here on."),
    "turn_of": _("A penalty card binds its owner at every turn and his partner only when he leads."),
    "with_legal_card": _("In the edition of 1999 a trick also moves that he won later with a card that he could have played."),
}
