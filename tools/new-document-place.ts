import { change, insertBefore } from './new-document-entries.ts'
import type { Away, NewDocument } from './new-document-type.ts'

// The place of goods that go away: an entry of `stockPlaces`, a row of the table with the same, and a word of the glossary.

/** The migration of a new place whose goods remain stock of their storage location. */
export function placeSql({ place, newPlace }: Away): string {
  return `-- ${newPlace!.zh} ${newPlace!.en}: the goods remain stock of their storage location, without a bin.
insert into stock_place (place, erp_view, keeps_balance, period_column) values ('${place}', 'stock', true, 'transfer');
`
}

/** Enters the place, if it is new. */
export function enterStockPlace(root: string, { away }: NewDocument): string[] {
  if (away?.newPlace === undefined) return []
  const { place, newPlace, holderZh, holderEn } = away
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  change(root, 'GLOSSARY.md', (text) =>
    insertBefore(
      text,
      'or one of the places outside',
      `\`${place}\` ${newPlace.zh}, with the ${holderEn.toLowerCase()}, likewise; `,
    ),
  )
  return [
    change(root, 'packages/contract/src/document/stock-places.ts', (text) =>
      insertBefore(
        text,
        '  supplier: {\n',
        `  ${quoted(place)}: {
    label: label(${quoted(newPlace.zh)}, ${quoted(newPlace.en)}),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
    reference: label(${quoted(holderZh)}, ${quoted(holderEn)}),
  },
`,
      ),
    ),
  ]
}
