import { randomOf } from '../../../demonstration/random.ts'
import type { DescribedMaterial } from '../likeness.ts'

// Plants variants of materials, which are the same written differently, and near misses, which look alike and are others.
// Used by tests only; it knows nothing of how likeness is found.

export interface Planted extends DescribedMaterial {
  /** The material it was made of. */
  of: string
  /** What was done. */
  by: string
}

type Random = ReturnType<typeof randomOf>
type Change = (material: DescribedMaterial, random: Random) => DescribedMaterial

const wide = (text: string): string =>
  text
    .replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))
    .replaceAll(' ', '　')

const both = (
  material: DescribedMaterial,
  change: (text: string) => string,
): DescribedMaterial => ({
  ...material,
  description: change(material.description),
  specification: change(material.specification),
})

const shuffled = (text: string, random: Random): string => {
  const words = text.split(' ')
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at)
    ;[words[at], words[other]] = [words[other]!, words[at]!]
  }
  return words.join(' ')
}

const inOtherUnits = (text: string): string =>
  text
    .replaceAll(/DN(\d+)/g, '公称直径$1mm')
    .replaceAll(/PN(\d+)/g, (_all, bar: string) => `${(Number(bar) / 10).toFixed(1)}MPa`)
    .replaceAll(/(?<![\w.-])(\d+(?:\.\d+)?)mm(?!2)/g, (_all, mm: string) => `${Number(mm) / 10}cm`)
    .replaceAll(/(?<![\w.-])(\d+(?:\.\d+)?)kW/g, (_all, kw: string) => `${Number(kw) * 1000}W`)
    .replaceAll(/(?<![\w.-])(\d+(?:\.\d+)?)kg/gi, (_all, kg: string) => `${Number(kg) * 1000}g`)
    .replaceAll(
      /(?<![\w.-])(\d+(?:\.\d+)?)L(?![A-Za-z])/g,
      (_all, l: string) => `${Number(l) * 1000}mL`,
    )

/** Ways in which people write one material differently. */
const variants: Readonly<Record<string, Change>> = {
  'full-width signs': (material) => both(material, wide),
  'order of words': (material, random) => ({
    ...material,
    description: shuffled(material.description, random),
  }),
  units: (material) => both(material, inOtherUnits),
  spacing: (material, random) =>
    both(material, (text) =>
      text
        .replaceAll('×', random.pick([' × ', ' x ', '*', 'X']))
        .replaceAll(/ (?=[A-Z])/g, random.pick(['  ', ' ', ' '])),
    ),
  'spelling of makers': (material, random) => ({
    ...material,
    manufacturer: random.pick([
      `${material.manufacturer}有限公司`,
      `${material.manufacturer}（集团）股份有限公司`,
      `${material.manufacturer} Co., Ltd.`,
      [...material.manufacturer].join(' '),
    ]),
    drawingNo: material.drawingNo.replaceAll('-', random.pick(['', ' ', '－'])),
  }),
}

const isWrittenAlike = (one: DescribedMaterial, other: DescribedMaterial): boolean =>
  one.description === other.description &&
  one.specification === other.specification &&
  one.manufacturer === other.manufacturer &&
  one.drawingNo === other.drawingNo

/** So many variants: each kind alone and in pairs, of the materials in turn. */
export function plantVariants(materials: readonly DescribedMaterial[], count: number): Planted[] {
  const random = randomOf('planted variants')
  const kinds = Object.keys(variants)
  return Array.from({ length: count }, (_none, index) => {
    const material = materials[index % materials.length]!
    const first = kinds[index % kinds.length]!
    const second = random.pick(kinds.filter((kind) => kind !== first))
    const by = random.between(0, 1) === 0 ? [first] : [first, second]
    // Units are read before signs become wide.
    const inOrder = by.toSorted((one) => (one === 'full-width signs' ? 1 : -1))
    // A way that says nothing about this material, such as another unit where there is none, is replaced by the next one.
    const further = kinds.filter((kind) => !inOrder.includes(kind))
    let changed = inOrder.reduce((done, kind) => variants[kind]!(done, random), material)
    while (isWrittenAlike(changed, material)) {
      const next = further.shift()!
      by.push(next)
      changed = variants[next]!(changed, random)
    }
    return {
      ...changed,
      materialNo: `V${String(index).padStart(5, '0')}`,
      of: material.materialNo,
      by: by.join(' + '),
    }
  })
}

const diameters: Readonly<Record<string, string>> = {
  15: '32',
  20: '65',
  25: '125',
  40: '300',
  50: '350',
  80: '400',
  100: '450',
  150: '500',
  200: '600',
  250: '700',
}

/** What makes another material of one: a pressure class, a diameter, a length, the last number of its type. */
const misses: readonly { by: string; change: (text: string) => string | null }[] = [
  {
    by: 'pressure class',
    change: (text) =>
      /PN\d+/.test(text)
        ? text.replace(/PN(\d+)/, (_all, bar: string) => `PN${Number(bar) + 23}`)
        : /(?<=[A-Z]-)\d{2}(?=[A-Z]? )/.test(text)
          ? text.replace(/(?<=[A-Z]-)\d{2}(?=[A-Z]? )/, (bar) => String(Number(bar) + 24))
          : null,
  },
  {
    by: 'diameter',
    change: (text) =>
      /DN\d+/.test(text)
        ? text.replace(
            /DN(\d+)/,
            (_all, size: string) => `DN${diameters[size] ?? Number(size) + 7}`,
          )
        : null,
  },
  {
    by: 'length',
    change: (text) =>
      /[×x]\d+(?![\d.])/.test(text)
        ? text.replace(
            /([×x])(\d+)(?![\d.])(?!.*[×x]\d)/,
            (_all, sign: string, size: string) => `${sign}${Number(size) + 3}`,
          )
        : null,
  },
  {
    by: 'last number',
    change: (text) =>
      /\d/.test(text)
        ? text.replace(/(\d+)(?!.*\d)/, (size) =>
            String(Number(size) + 1).padStart(size.length, '0'),
          )
        : null,
  },
]

/** So many near misses, none of which is written like a material that there is or another one of them. */
export function plantNearMisses(materials: readonly DescribedMaterial[], count: number): Planted[] {
  const textOf = ({ description, specification, materialGrade }: DescribedMaterial) =>
    `${description.split(' ')[0]} ${specification} ${materialGrade}`
  const taken = new Set(materials.map(textOf))
  const planted: Planted[] = []
  for (const { by, change } of [...misses, ...misses]) {
    for (const material of materials) {
      if (planted.length === count) return planted
      const specification = change(material.specification)
      if (specification === null || specification === material.specification) continue
      const description = material.description.replace(material.specification, () => specification)
      const missed = { ...material, description, specification }
      if (taken.has(textOf(missed))) continue
      taken.add(textOf(missed))
      // Not more than a third of one kind.
      if (planted.filter((one) => one.by === by).length >= count / 3) break
      planted.push({
        ...missed,
        materialNo: `N${String(planted.length).padStart(5, '0')}`,
        of: material.materialNo,
        by,
      })
    }
  }
  return planted
}
