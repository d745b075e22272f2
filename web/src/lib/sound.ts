/** Sounds of the table, synthesised when they are played. Nothing is created while sound is off. */
import { settings } from './settings.svelte';

export type Sound = 'lay' | 'trick' | 'draw' | 'turn' | 'fire' | 'no' | 'won' | 'lost' | 'say';

let context: AudioContext | null = null;
let loudness: GainNode | null = null;

interface Tone {
  pitch: number;
  at?: number;
  long?: number;
  loud?: number;
  shape?: OscillatorType;
  to?: number;
}

const TONES: Record<Sound, Tone[]> = {
  lay: [],
  draw: [],
  trick: [{ pitch: 660 }, { pitch: 880, at: 0.08 }, { pitch: 1320, at: 0.16, long: 0.25 }],
  turn: [
    { pitch: 523, long: 0.3 },
    { pitch: 784, at: 0.12, long: 0.5 },
  ],
  fire: [{ pitch: 90, to: 50, long: 0.5, shape: 'sawtooth', loud: 0.12 }],
  no: [{ pitch: 190, to: 120, long: 0.18, shape: 'triangle', loud: 0.3 }],
  won: [523, 659, 784, 1047, 1319].map((pitch, i) => ({ pitch, at: i * 0.11, long: 0.6 })),
  lost: [392, 330, 262, 196].map((pitch, i) => ({ pitch, at: i * 0.18, long: 0.5 })),
  say: [{ pitch: 988, long: 0.1, loud: 0.12 }],
};
/** Paper on wood, water, crackle: noise through a filter. */
const NOISES: Partial<Record<Sound, { long: number; pitch: number; loud: number }>> = {
  lay: { long: 0.09, pitch: 900, loud: 0.5 },
  draw: { long: 0.14, pitch: 2600, loud: 0.22 },
  trick: { long: 0.3, pitch: 1400, loud: 0.12 },
  fire: { long: 0.6, pitch: 3200, loud: 0.25 },
};

export function play(sound: Sound): void {
  if (settings.sound) sing(sound);
}

/** The sound of my turn for somebody who looks elsewhere; it has a setting of its own. */
export function chime(): void {
  if (!settings.sound) sing('turn'); // else the table plays it
}

function sing(sound: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    if (!loudness) (loudness = context.createGain()).connect(context.destination);
    loudness.gain.value = settings.volume;
    for (const tone of TONES[sound]) ring(context, loudness, tone);
    const noise = NOISES[sound];
    if (noise) rustle(context, loudness, noise);
  } catch {
    // no sound on this machine
  }
}

function ring(
  audio: AudioContext,
  ears: AudioNode,
  { pitch, at = 0, long = 0.15, loud = 0.18, shape = 'sine', to }: Tone,
): void {
  const start = audio.currentTime + at;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  if (to) voice.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  voice.connect(gain).connect(ears);
  voice.start(start);
  voice.stop(start + long + 0.02);
}

function rustle(
  audio: AudioContext,
  ears: AudioNode,
  { long, pitch, loud }: { long: number; pitch: number; loud: number },
): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(ears);
  source.start();
}
