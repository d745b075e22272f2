/** Las partidas terminadas como datos de estudio. */
import type english from '../en/sharing';

export default {
  'sharing.agree': 'Mis partidas terminadas pueden usarse para el estudio',
  'sharing.why':
    'Este servidor puede ceder partidas como datos para la investigación, sin nombres: te conviertes en un número. Una partida solo se cede si todos los que la jugaron están de acuerdo. Puedes cambiar de opinión; lo que ya se cedió sigue cedido.',
  'sharing.on': 'Tus partidas pueden usarse para el estudio, sin tu nombre.',
  'sharing.off': 'Tus partidas no se cederán.',
} satisfies Record<keyof typeof english, string>;
