export default {
  // The lessons
  'learn.title': 'Learn by playing',
  'learn.lead': 'Five minutes a game. You play, the crayfish tells you what matters. Nothing here counts.',
  'learn.to_rules': 'Or read the rules, each with something to try',
  'learn.all': '← All games to learn',
  'learn.title_of': 'Learn {game}',
  'learn.progress': 'How far you are',
  'learn.now_real': 'Now a real game',
  'learn.read_rules': 'Read the rules',
  'learn.real.alone': 'Alone',
  'learn.real.bots': 'With two bots',
  'learn.real.easy': 'Against an easy bot',
  'learn.real.hard': 'Against a strong one',
  'learn.classic.short': 'Piles, the step back, talking without numbers',
  'learn.extreme.short': 'Commands, once you know the classic game',
  'learn.duel.short': 'Two against each other, and the gift',
  'learn.tension.short': 'Count, lay, be quick',

  'learn.classic.1':
    'Welcome! You and a partner want to lay all 98 cards. Two piles rise from 1, two fall from 100. Take your 4, then pile A: a small step, little room lost.',
  'learn.classic.2':
    'Good. On a rising pile each card must be higher than the last. Lay the 7 on A: the numbers between 4 and 7 are hard to place now, but there are only two of them.',
  'learn.classic.3':
    'Two cards are the minimum, and you could go on. But small steps are all you have, so end your turn and draw.',
  'learn.classic.4':
    'Ouch: your partner had to leap to 47 on A. But you hold 37, exactly ten lower, and that is the one way back. Lay it on A. (38 would not do. Try it!)',
  'learn.classic.5': 'That is the step back: ten numbers of room regained. And 38 fits on 37, a step of one.',
  'learn.classic.6':
    'C falls and shows 96. Your new 93 uses up only three numbers there: you may lay more than two cards, and this one is a small step.',
  'learn.classic.7': 'Three laid. Enough: end your turn.',
  'learn.classic.8':
    'You hold 39, the next one for A. You may not say a number, ever. But you may say “leave it to me”. Say it about pile A.',
  'learn.classic.9': 'Your partner listened and played on D. Lay your 39 on A.',
  'learn.classic.10': 'And 88 on D, where it uses up only three.',
  'learn.classic.11': 'End your turn.',
  'learn.classic.end':
    'That is the whole game. If the player on turn cannot lay two cards, it is over; with fewer than ten cards left you were brilliant, with none you have beaten it.',

  'learn.extreme.1':
    'The classic game, but 28 cards carry a command. You hold 13, a skull: whoever lays it must cover it in the same turn. Lay it on A.',
  'learn.extreme.2': 'The turn cannot end while it lies open (try it). Cover it with 15.',
  'learn.extreme.3': 'The skull is covered. End your turn.',
  'learn.extreme.4':
    'Your partner laid silence on C: nobody may speak until it is covered. Now lay your 20 on A: a three. Exactly three cards this turn.',
  'learn.extreme.5': 'The second one: 22 on A.',
  'learn.extreme.6': 'The third card ends the turn by itself. Make it a good one: 66 on C covers the silence.',
  'learn.extreme.7':
    'Speech is back, but now “one pile” shows on B: all your cards go on one pile, of your choice. Begin with 64 on C.',
  'learn.extreme.8': 'Your turn belongs to C now; A is closed to you (try it). Go on with 62.',
  'learn.extreme.9': 'End your turn.',
  'learn.extreme.10':
    'Your partner covered it. You drew 27, a stop: it ends the turn at once, even with the first card. Lay it on A.',
  'learn.extreme.end':
    'One card, and you were done. Flash commands bind you for one turn, lasting ones bind everybody until they are covered. You may tell which commands you hold; never the numbers.',

  'learn.duel.1':
    'Two players, each with 58 cards, a rising pile and a falling one. Whoever lays all cards first wins. Lay your 5 on your rising pile.',
  'learn.duel.2': 'And 55 on your falling pile, which starts at 60.',
  'learn.duel.3':
    'Two cards at least, always. End your turn: with only own piles played you draw two, however many you laid.',
  'learn.duel.4': 'Your turn again. Lay 25 on your rising pile.',
  'learn.duel.5':
    'Now a gift. One card a turn may go to the other side, if it helps: 12 is lower than their 30. Put it on their rising pile. (35 would not help. Try it!)',
  'learn.duel.6': 'Why be kind? Because after a gift you draw back up to six. End your turn.',
  'learn.duel.7':
    'Your rising pile shows 25, and you drew 15: exactly ten lower. That is the step back, allowed on your own piles.',
  'learn.duel.8': 'And 16 right on top.',
  'learn.duel.9': 'End your turn.',
  'learn.duel.end': 'Keep an eye on your hand: whoever cannot lay two cards in a turn has lost. Gifts fill it again.',

  'learn.tension.1': 'No turns here: everyone plays at once. Your hand is face down until somebody says go. Say it.',
  'learn.tension.2': 'A 5 with step 2 lies there. What fits is 5 plus or minus 2: a 3 or a 7. Press your 7.',
  'learn.tension.3':
    'The other was quick: an 8 with step 3. That is 5, or 11, and above 10 you take ten away: 1. Press your 1. (A 4 does not fit; try it, and wait a moment.)',
  'learn.tension.4':
    'A 1 with step 2: a 3, or 9, going round below. You have neither. Draw from your stack; you always may.',
  'learn.tension.5': 'A 3! Press it.',
  'learn.tension.6': 'The 3 has step 1: 2 or 4. Press your 4, nobody makes you wait.',
  'learn.tension.7': 'A 7 with step 2 came in between. 5 or 9: draw again.',
  'learn.tension.8': 'A 9: lay it.',
  'learn.tension.end':
    'That is it. Your very last card, with your stack gone, you lay face down, whatever it is, and have won. Real opponents do not wait for you.',

  'coach.strayed': 'That is allowed, but it is not part of this lesson. Take it back.',
  'coach.strayed_far': 'That is allowed, but the lesson cannot go on from here. Look around, or begin again.',
  'coach.wait': 'One moment, the other one plays…',
  'coach.again': 'Begin again',
  'coach.try_too': 'Try this too: {act}',

  'act.lay': '{card} on {pile}',
  'act.lay_now': 'lay the {card}',
  'act.end': 'end the turn',
  'act.draw': 'draw',
  'act.last': 'lay the last card face down',
  'act.go': 'say go',
  'act.eager': 'say that you want to start',
  'act.chat': 'write “{text}”',
  'act.say': '“{signal}” for {pile}',
  'act.hold': 'say “I hold a {command}”',

  'board.label': 'Table to try things out',
  'board.beaten': 'Beaten: all 98 cards are laid!',
  'board.lost.stuck': 'Lost: a card is owed and none fits. {n} {n|card|cards} left.',
  'board.lost.fire': 'Lost: the fire was not covered. {n} {n|card|cards} left.',
  'board.lost.skull': 'Lost: the skull was not covered.',
  'board.lost.three': 'Lost: three cards could not be reached.',
  'board.you_win': 'You win!',
  'board.they_win': 'The other one wins. You have {n} {n|card|cards} left.',
  'board.lost_connection': 'The connection is gone; it comes back by itself.',
};
