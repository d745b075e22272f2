import type en from '../en/tension';

export default {
} satisfies Record<keyof typeof en, string>;
