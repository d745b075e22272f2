import { expect, test } from 'vitest';
import { Pull } from './drag';

function watched(): { pull: Pull; seen: string[] } {
  const seen: string[] = [];
  const pull = new Pull({
    taken: () => seen.push('taken'),
    moved: (by) => seen.push(`by ${by.x},${by.y}`),
    dropped: (at) => seen.push(`dropped ${at.x},${at.y}`),
    let_go: () => seen.push('let go'),
  });
  return { pull, seen };
}

test('a touch that hardly moves is a tap', () => {
  const { pull, seen } = watched();
  pull.down({ x: 10, y: 10 });
  pull.move({ x: 13, y: 12 });
  pull.up({ x: 13, y: 12 });
  expect(seen).toEqual([]);
});

test('a movement takes the card along and drops it where it ends', () => {
  const { pull, seen } = watched();
  pull.down({ x: 10, y: 10 });
  pull.move({ x: 10, y: 40 });
  pull.move({ x: 60, y: 80 });
  pull.up({ x: 60, y: 80 });
  expect(seen).toEqual(['taken', 'by 0,30', 'by 50,70', 'dropped 60,80']);
});

test('a movement that is broken off lets the card go, once', () => {
  const { pull, seen } = watched();
  pull.down({ x: 0, y: 0 });
  pull.move({ x: 0, y: 20 });
  pull.cancel();
  pull.move({ x: 0, y: 40 });
  pull.up({ x: 0, y: 40 });
  expect(seen).toEqual(['taken', 'by 0,20', 'let go']);
});
