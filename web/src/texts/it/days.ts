const days = {
  'nav.days': 'Con calma',
  'days.title': 'Giocare con calma',
  'days.lead':
    'Un tavolo senza fretta: giochi le carte quando hai tempo. Nessuno perde il posto prima che il tempo scada.',
  'days.mine': 'I tuoi tavoli',
  'days.none': 'Non hai ancora un tavolo senza fretta. Aprine uno, manda il link agli amici e torna quando tocca a te.',
  'days.your_turn': 'Tocca a te',
  'days.say_start': 'Chi comincia? Di’ quanto ti va',
  'days.waits': 'Si aspetta {names}',
  'days.bots_play': 'Giocano i bot',
  'days.gathering': 'Carte non ancora date',
  'days.until': 'fino a {when}',
  'days.open': 'Apri un tavolo senza fretta',
  'days.game': 'Gioco',
  'days.pace': 'Un turno può durare',
  'days.pace.1': 'un giorno',
  'days.pace.3': 'tre giorni',
  'days.pace.0': 'quanto vuole',
  'days.pace_why': 'Quando il tempo scade, un bot gioca quel solo turno; il posto resta tuo.',
  'days.at.0': 'senza fretta',
  'days.at.1': 'un giorno a turno',
  'days.at.3': 'tre giorni a turno',
  'days.left': '{time} per questo turno',
  'days.lobby': 'Non c’è tempo per trovarsi? Gioca con calma.',
};

export default days;
