const days = {
  'nav.days': 'Über Tage',
  'days.title': 'Über Tage spielen',
  'days.lead':
    'Ein Tisch ohne Eile: Du legst, wenn du Zeit hast. Niemandem wird der Platz abgenommen, bevor die Frist um ist.',
  'days.mine': 'Deine Tische',
  'days.none':
    'Du hast noch keinen Tisch ohne Eile. Öffne einen, schick den Link an Freunde und komm wieder, wenn du dran bist.',
  'days.your_turn': 'Du bist dran',
  'days.say_start': 'Wer fängt an? Sag, wie gern du würdest',
  'days.waits': 'Wartet auf {names}',
  'days.bots_play': 'Die Bots spielen',
  'days.gathering': 'Noch nicht gegeben',
  'days.until': 'bis {when}',
  'days.open': 'Einen Tisch ohne Eile öffnen',
  'days.game': 'Spiel',
  'days.pace': 'Ein Zug darf dauern',
  'days.pace.1': 'einen Tag',
  'days.pace.3': 'drei Tage',
  'days.pace.0': 'beliebig lange',
  'days.pace_why': 'Ist die Frist um, spielt ein Bot diesen einen Zug; der Platz bleibt deiner.',
  'days.at.0': 'ohne Eile',
  'days.at.1': 'ein Tag pro Zug',
  'days.at.3': 'drei Tage pro Zug',
  'days.left': 'noch {time} für diesen Zug',
  'days.lobby': 'Keine gemeinsame Zeit? Spielt über Tage.',
  'told.title': 'Bescheid bekommen, wenn du dran bist',
  'told.lead': 'Für Tische ohne Eile. Nur solange du den Tisch nicht offen hast, und nie mit einer Karte darin.',
  'told.push': 'Eine Nachricht in diesem Browser',
  'told.push_none':
    'Dieser Browser kann von hier keine Nachrichten empfangen: Dazu braucht es https und einen Browser mit Web Push.',
  'told.push_denied':
    'Der Browser lässt diese Seite keine Nachrichten senden. Erlaube es in seinen Einstellungen für diese Seite.',
  'told.webhook': 'Eine Nachricht anderswo',
  'told.webhook_why': 'Eine eigene Adresse bei Discord oder Slack (ein Webhook) oder ein Thema bei ntfy.',
  'told.url': 'Adresse',
  'told.save': 'Diese Adresse benutzen',
  'told.remove': 'Entfernen',
  'told.saved': 'Gespeichert.',
  'call.title': 'Wenn du dran bist',
  'call.lead':
    'Der Titel des Tabs und ein Punkt am Symbol zeigen es immer. Während du etwas anderes ansiehst, außerdem:',
  'call.sound': 'Ein Ton',
  'call.vibrate': 'Vibration',
  'call.notify': 'Eine Benachrichtigung',
  'call.days': 'Bescheid bekommen, wenn die Seite zu ist',
};

export default days;
