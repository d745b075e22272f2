import type en from '../en/rules';

export default {
} satisfies Record<keyof typeof en, string>;
