import type en from '../en/start';

export default {
} satisfies Record<keyof typeof en, string>;
