/** Les parties finies comme données d’étude. */
import type english from '../en/sharing';

export default {
  'sharing.agree': 'Mes parties finies peuvent servir à l’étude',
  'sharing.why':
    'Ce serveur peut fournir des parties comme données de recherche, sans noms : tu deviens un numéro. Une partie n’est fournie que si tous ceux qui l’ont jouée sont d’accord. Tu peux changer d’avis ; ce qui a déjà été fourni le reste.',
  'sharing.on': 'Tes parties peuvent servir à l’étude, sans ton nom.',
  'sharing.off': 'Tes parties ne seront pas fournies.',
} satisfies Record<keyof typeof english, string>;
