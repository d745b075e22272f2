/** Playing together: codes, changing a table, one device, people one knows, spectators. */
export default {
  'code.lead': 'Oppure di’ loro il codice:',
  'code.letters': 'Codice di questo tavolo',
  'code.qr': 'Codice QR con il link a questo tavolo',
  'code.scan': 'Inquadralo con un telefono per unirti.',
  'join.title': 'Hai un codice?',
  'join.field': 'Codice del tavolo, cinque lettere',
  'join.go': 'Unisciti',
};
