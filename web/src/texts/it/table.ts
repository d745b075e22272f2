import type en from '../en/table';

export default {
} satisfies Record<keyof typeof en, string>;
