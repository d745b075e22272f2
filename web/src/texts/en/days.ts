/** Play over days, being told, your turn, pictures to share, and the page of the day. */
const days = {
  'nav.days': 'Over days',
  'days.title': 'Play over days',
  'days.lead':
    'A table without hurry: lay your cards when you find the time. Nobody’s seat is taken over before the time is up.',
  'days.mine': 'Your tables',
  'days.none':
    'You have no table without hurry yet. Open one, send its link to friends, and come back when it is your turn.',
  'days.your_turn': 'Your turn',
  'days.say_start': 'Who starts? Say how gladly you would',
  'days.waits': 'Waiting for {names}',
  'days.bots_play': 'The bots are playing',
  'days.gathering': 'Not dealt yet',
  'days.until': 'until {when}',
  'days.open': 'Open a table without hurry',
  'days.game': 'Game',
  'days.pace': 'A turn may take',
  'days.pace.1': 'a day',
  'days.pace.3': 'three days',
  'days.pace.0': 'as long as it likes',
  'days.pace_why': 'When the time is up, a bot plays that one turn; the seat stays yours.',
  'days.at.0': 'without hurry',
  'days.at.1': 'a day a turn',
  'days.at.3': 'three days a turn',
  'days.left': '{time} left for this turn',
  'days.lobby': 'No time to sit together? Play over days.',
  'told.title': 'Be told when it is your turn',
  'told.lead': 'For tables without hurry. Only while you do not have the table open, and never with a card in it.',
  'told.push': 'A message in this browser',
  'told.push_none':
    'This browser cannot receive messages from here: that needs https and a browser that offers Web Push.',
  'told.push_denied':
    'The browser does not let this page send messages. Allow it in the browser’s settings for this page.',
  'told.webhook': 'A message elsewhere',
  'told.webhook_why': 'An address of your own at Discord or Slack (a webhook), or a topic at ntfy.',
  'told.url': 'Address',
  'told.save': 'Use this address',
  'told.remove': 'Remove',
  'told.saved': 'Saved.',
  'call.title': 'Your turn',
  'call.lead': 'The tab’s title and a dot on its icon always show it. While you look at another page or program, also:',
  'call.sound': 'A sound',
  'call.vibrate': 'Vibration',
  'call.notify': 'A notification',
  'call.days': 'Be told when the page is closed',
};

export default days;
