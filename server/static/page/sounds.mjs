// @ts-check
/** Sounds, made by the browser: dice on wood, coins, a turn, an end. Loaded only if somebody wants them. */

/** @typedef {"dice" | "coins" | "turn" | "end"} Sound */

/** @type {AudioContext | null} */
let context = null;

/** @param {AudioContext} audio
 *  @param {number} at seconds from now
 *  @param {number} hertz
 *  @param {number} seconds
 *  @param {number} loudness */
function tone(audio, at, hertz, seconds, loudness) {
  const [from, gain, oscillator] = [audio.currentTime + at, audio.createGain(), audio.createOscillator()];
  oscillator.type = "sine";
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(loudness, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}

/** A knock: filtered noise that dies away.
 *  @param {AudioContext} audio
 *  @param {number} at seconds from now
 *  @param {number} loudness */
function knock(audio, at, loudness) {
  const [from, length] = [audio.currentTime + at, Math.floor(audio.sampleRate * 0.05)];
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 1_100 + 500 * (at % 0.1) * 10;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(from);
}

/** @type {Record<Sound, (audio: AudioContext) => void>} */
const SOUNDS = {
  dice: (audio) => [0, 0.09, 0.16, 0.27, 0.31, 0.42].forEach((at, n) => knock(audio, at, 0.9 - n * 0.12)),
  coins: (audio) => [0, 0.07, 0.15].forEach((at, n) => tone(audio, at, 2_600 + n * 380, 0.14, 0.07)),
  turn: (audio) => [660, 880].forEach((hertz, n) => tone(audio, n * 0.12, hertz, 0.35, 0.12)),
  end: (audio) => [523, 659, 784].forEach((hertz, n) => tone(audio, n * 0.11, hertz, 0.6, 0.1)),
};

/** Make a sound. Browsers allow it after the first tap on the page; before, it is silent.
 *  @param {Sound} sound */
export function sounded(sound) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[sound](context);
}
