const days = {
  'nav.days': 'Sin prisa',
  'days.title': 'Jugar sin prisa',
  'days.lead':
    'Una mesa sin prisa: pon tus cartas cuando tengas tiempo. Nadie pierde su sitio antes de que acabe el plazo.',
  'days.mine': 'Tus mesas',
  'days.none': 'Aún no tienes una mesa sin prisa. Abre una, manda el enlace a tus amigos y vuelve cuando te toque.',
  'days.your_turn': 'Te toca',
  'days.say_start': '¿Quién empieza? Di si te apetece',
  'days.waits': 'Se espera a {names}',
  'days.bots_play': 'Juegan los bots',
  'days.gathering': 'Aún sin repartir',
  'days.until': 'hasta {when}',
  'days.open': 'Abrir una mesa sin prisa',
  'days.game': 'Juego',
  'days.pace': 'Un turno puede durar',
  'days.pace.1': 'un día',
  'days.pace.3': 'tres días',
  'days.pace.0': 'lo que haga falta',
  'days.pace_why': 'Cuando acaba el plazo, un bot juega solo ese turno; el sitio sigue siendo tuyo.',
  'days.at.0': 'sin prisa',
  'days.at.1': 'un día por turno',
  'days.at.3': 'tres días por turno',
  'days.left': '{time} para este turno',
  'days.lobby': '¿No coincidís? Jugad sin prisa.',
};

export default days;
