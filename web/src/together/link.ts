/** The link of a table, and how its code is read out. */
import { href } from '../lib/root';

export const linkOf = (table: string): string => location.origin + href(`/t/${table}`);

/** The letters one by one, for screen readers. */
export const spelled = (code: string): string => [...code].join(' ');

/** What somebody typed, as a code: letters only, in upper case. */
export const codeIn = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '');
