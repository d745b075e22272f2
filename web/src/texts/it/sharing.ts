/** Le partite finite come dati per lo studio. */
import type english from '../en/sharing';

export default {
  'sharing.agree': 'Le mie partite finite possono servire allo studio',
  'sharing.why':
    'Questo server può fornire partite come dati per la ricerca, senza nomi: diventi un numero. Una partita viene fornita solo se tutti quelli che l’hanno giocata sono d’accordo. Puoi cambiare idea; ciò che è già stato fornito resta fornito.',
  'sharing.on': 'Le tue partite possono servire allo studio, senza il tuo nome.',
  'sharing.off': 'Le tue partite non verranno fornite.',
} satisfies Record<keyof typeof english, string>;
