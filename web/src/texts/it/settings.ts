import type en from '../en/settings';

export default {
} satisfies Record<keyof typeof en, string>;
