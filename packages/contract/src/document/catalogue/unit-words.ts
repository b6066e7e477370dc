/** The Chinese names of units of measure, by code. */
export type UnitNames = Readonly<Record<string, string>>

/**
 * The names known in this process or page. Texts with units are built in very many synchronous places (cells, refusals,
 * to-dos), and the names are the same for all companies and hardly ever change, so they are not passed through all of
 * them.
 */
let known: UnitNames = {}

/** Replaces the known names: in the server when it starts and with each session, in the browser with its session. */
export function knowUnitNames(names: UnitNames): void {
  known = names
}

/**
 * A unit as people say it, the only function that decides it: by its name in Chinese (盒), by its code in English (BOX),
 * which is the abbreviation that English texts use. Codes remain what is stored, posted and exchanged. An unknown unit
 * is its code.
 */
export function unitWord(unit: string, language: 'zh' | 'en'): string {
  return language === 'zh' && Object.hasOwn(known, unit) ? known[unit]! : unit
}

/** The code of a unit given by code or name, in any case; what names no known unit remains, in capitals. */
export function unitCode(text: string): string {
  const capitals = text.toUpperCase()
  if (Object.hasOwn(known, capitals)) return capitals
  return Object.keys(known).find((code) => known[code]!.toUpperCase() === capitals) ?? capitals
}

/** The parameters of refusals and messages that are units; `units` are several, separated by a slash. */
const unitParameters: readonly string[] = ['unit', 'baseUnit', 'secondUnit', 'units']

/** Parameters with their units as people say them; other parameters stay. */
export function withUnitWords<Params extends Record<string, string | number>>(
  params: Params,
  language: 'zh' | 'en',
): Params {
  const said = unitParameters.flatMap((name) => {
    const unit = params[name]
    if (typeof unit !== 'string') return []
    const word =
      name === 'units'
        ? unit.split('/').map((one) => unitWord(one, language))
        : [unitWord(unit, language)]
    return [[name, word.join('/')] as const]
  })
  return said.length === 0 ? params : { ...params, ...Object.fromEntries(said) }
}
