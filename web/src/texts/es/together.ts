/** Playing together: codes, changing a table, one device, people one knows, spectators. */
export default {
  'code.lead': 'O diles el código:',
  'code.letters': 'Código de esta mesa',
  'code.qr': 'Código QR con el enlace a esta mesa',
  'code.scan': 'Escanéalo con un móvil para unirte.',
  'join.title': '¿Tienes un código?',
  'join.field': 'Código de la mesa, cinco letras',
  'join.go': 'Unirse',
};
