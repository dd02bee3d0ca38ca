// @ts-check
/** How a die looks: the colour and the pattern of its seat, ink that can be read on both, and a sheen.
 *
 * All dice share one program. What differs are a few numbers that it is given, so a die of a new colour costs nothing. */

import { Color, MeshStandardMaterial, Vector2 } from "three";

/** @import { Texture } from "three" */
/** @import { Pattern } from "../../vendor/dice3d.mjs" */

/** In the order in which the program knows them.
 *  @type {readonly Pattern[]} */
export const PATTERNS = ["plain", "stripes", "dots", "rings", "checks", "waves"];

const [DARK_INK, LIGHT_INK] = [new Color("#20150c"), new Color("#fff6e2")];
const [BLACK, WHITE] = [new Color("#000"), new Color("#fff")];

/** The light that a colour gives off, from 0 to 1. Colours are linear.
 *  @param {Color} colour */
const lightOf = ({ r, g, b }) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The ink that stands out from a colour more.
 *  @param {Color} colour */
function inkOn(colour) {
  const contrast = (/** @type {Color} */ ink) => {
    const [dark, bright] = [lightOf(colour), lightOf(ink)].sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
  };
  return contrast(DARK_INK) > contrast(LIGHT_INK) ? DARK_INK : LIGHT_INK;
}

const DECLARED = /* glsl */ `
uniform vec3 second;
uniform vec3 ink;
uniform vec2 marks;
varying vec3 onFace;

float band(float x, float part) {
  float soft = fwidth(x) * 1.2;
  float from = abs(fract(x) - 0.5) * 2.0;
  return 1.0 - smoothstep(part - soft, part + soft, from);
}
float patternAt(vec2 at) {
  if (marks.x < 0.5) return 0.0;
  if (marks.x < 1.5) return band((at.x + at.y) / 0.42, 0.5);
  if (marks.x < 2.5) {
    vec2 cell = at / 0.22;
    cell.x += 0.5 * mod(floor(cell.y), 2.0);
    float from = length(fract(cell) - 0.5);
    float soft = fwidth(cell.y) * 0.8;
    return 1.0 - smoothstep(0.32 - soft, 0.32 + soft, from);
  }
  if (marks.x < 3.5) return band(length(at) / 0.34, 0.5);
  if (marks.x < 4.5) return abs(band(at.x / 0.56, 0.5) - band(at.y / 0.56, 0.5));
  return band(at.y / 0.4 + 0.3 * sin(at.x * 11.0), 0.5);
}
`;
const COLOURED = /* glsl */ `
vec4 written = texture2D(map, vMapUv);
vec3 body = mix(diffuse, second, patternAt(onFace.xy) * onFace.z * (1.0 - written.g));
body = mix(body * 1.12 + 0.012, body, onFace.z);
float inked = max(written.r, written.b * marks.y);
diffuseColor.rgb = mix(body, ink, inked);
`;
/** Ink does not shine: it stays dark below the lamp. */
const MATT = /* glsl */ `
roughnessFactor = mix(roughnessFactor, 1.0, inked);
`;
/** A bright ceiling and a lamp, as far as a polished die mirrors them. */
const MIRRORED = /* glsl */ `
vec3 towardsViewer = normalize(vViewPosition);
vec3 mirrored = inverseTransformDirection(reflect(-towardsViewer, normal), viewMatrix);
float ceiling = smoothstep(-0.2, 0.9, mirrored.y);
float lamp = smoothstep(0.86, 0.98, dot(mirrored, normalize(vec3(-0.5, 0.75, -0.45))));
float grazing = pow(1.0 - saturate(dot(towardsViewer, normal)), 3.0);
reflectedLight.indirectSpecular +=
  (vec3(0.95, 0.86, 0.72) * ceiling * 0.5 + vec3(1.0, 0.93, 0.8) * lamp) * (0.045 + 0.4 * grazing) * (1.0 - 0.85 * inked);
`;

/** A material, and how to change what it looks like. It belongs to one die at a time.
 *  @param {Texture} written */
export function lookOf(written) {
  const own = { second: { value: new Color() }, ink: { value: new Color() }, marks: { value: new Vector2() } };
  const material = new MeshStandardMaterial({ map: written, roughness: 0.42, metalness: 0 });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, own);
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec3 local;\nvarying vec3 onFace;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nonFace = local;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>\n${DECLARED}`)
      .replace("#include <map_fragment>", COLOURED)
      .replace("#include <roughnessmap_fragment>", `#include <roughnessmap_fragment>\n${MATT}`)
      .replace("#include <lights_fragment_end>", `#include <lights_fragment_end>\n${MIRRORED}`);
  };
  material.customProgramCacheKey = () => "die";
  return {
    material,
    /** @param {string} colour
     *  @param {Pattern} pattern
     *  @param {boolean} crooked */
    dress(colour, pattern, crooked) {
      material.color.set(colour);
      const ink = inkOn(material.color);
      own.ink.value.copy(ink);
      // Away from the ink, so that a number on the pattern is as easy to read; but a colour must not become white.
      own.second.value.copy(material.color).lerp(ink === DARK_INK ? WHITE : BLACK, 0.5);
      if (Math.abs(lightOf(own.second.value) - lightOf(material.color)) < 0.12) {
        own.second.value.copy(material.color).lerp(ink, 0.28);
      }
      own.marks.value.set(PATTERNS.indexOf(pattern), crooked ? 1 : 0);
    },
  };
}
