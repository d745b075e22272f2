import type en from '../en/lobby';

export default {
  'lobby.title': 'Tavoli',
  'lobby.lead': 'Siediti dove c’è un posto libero, o guarda giocare gli altri.',
  'lobby.open': 'C’è un posto libero',
  'lobby.open_count': '{n} {n|tavolo ha|tavoli hanno} un posto libero, {m} {m|partita si può|partite si possono} guardare.',
  'lobby.none_open': 'Al momento nessun posto è libero. Apri tu un tavolo: resta qui, e chiunque lo trova.',
  'lobby.playing': 'Si sta giocando',
  'lobby.none_playing': 'Al momento nessuna partita da guardare.',
  'lobby.free': '{n} {n|posto libero|posti liberi}',
  'lobby.sit': 'Siediti',
  'lobby.watch': 'Guarda',
  'lobby.back': 'Torna',
  'lobby.at': '{what}: {game}, con {names}',
  'lobby.nobody': 'ancora nessuno',
  'lobby.clock': '{n} {n|secondo|secondi} a turno',
  'lobby.tournament': 'torneo',
  'lobby.yours': 'Apri un tavolo per chiunque',
  'lobby.yours_why': 'Resta in questo elenco finché ogni posto è preso.',
  'lobby.open_game': 'Apri: {game}',
} satisfies Record<keyof typeof en, string>;
