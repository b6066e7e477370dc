import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Label } from './label.ts'

/** The masters a reference field can refer to; each is defined in the registry. */
export type MasterName =
  | 'company'
  | 'plant'
  | 'storage-location'
  | 'bin'
  | 'material'
  | 'material-group'
  | 'supplier'
  | 'unit'
  | 'picking-unit'
  | 'requester'
  | 'excess-tolerance'
  | 'user'
  | 'valuation-type'
  | 'consignor'
  | 'inspection-characteristic'
  | 'vehicle'
  | 'driver'
  | 'safety-data-sheet'
  | 'delivery-place'
  | 'distribution-catalogue'
  | 'construction-contract'
  | 'external-code'
  | 'inspection-unit'
  | 'receiving-unit'
  | 'picking-unit-storage-location'
  | 'picking-unit-plant'
  | 'picking-unit-cross-location'
  | 'storage-location-display'
  | 'department'
  | 'material-class'
  | 'hazardous-substance'
  | 'material-pair'
  | 'safe-stock-maintainer'
  | 'safe-stock-requester'
  | 'safe-stock-location'
  | 'stock-age'

/** JSON types by kind of field: exact numbers are strings, dates `yyyy-MM-dd`, instants ISO. */
export interface FieldValue {
  text: string
  quantity: Quantity
  money: Money
  integer: number
  decimal: string
  date: string
  instant: string
  flag: boolean
  choice: string
  reference: string
  list: string[]
  serialNumbers: string[]
}

/**
 * How a code is kept, however it was entered: narrow letters in capitals, as the ERP keeps it (`capitals`); besides, without
 * the zeros that SAP fills a number with (`filled`, as every reference but one to a user), or without leading zeros at all,
 * where SAP converts so (`alpha`).
 */
export type CodeForm = 'capitals' | 'filled' | 'alpha'

/** The closed set of field kinds. */
export type FieldKind = keyof FieldValue

export interface FieldOptions {
  required?: boolean
  /** user: entered by a person · source: copied from the predecessor · server: set by effects. */
  by?: 'user' | 'source' | 'server'
  /** Of a field copied from the predecessor: entered by a person where the predecessor has no value. */
  isEnteredIfEmpty?: boolean
  /** Maximum length in characters. */
  lengthMax?: number
  multiline?: boolean
  /** Smallest and largest value, as text. */
  minimum?: string
  maximum?: string
  /** For dates and instants: dates before today are neither offered nor accepted. */
  isNotPast?: boolean
  /**
   * The last value entered by the user is proposed in the next document on the same page; a date only on the same day.
   */
  isRemembered?: boolean
  /** For choices: proposed in new documents and lines until the user's own last value is (`isRemembered`); a date: `today`. */
  usual?: string
  /** For the `quantity` of a line: zero is permitted (an empty bin). */
  mayBeZero?: boolean
  /** Decimal places of a `decimal`. */
  decimals?: number
  /** Visible only with the amounts role (…JE) of the subject (`document/visible.ts`): all money, unless `publicBecause`. */
  isAmount?: boolean
  /** Of money: why everybody who reads the document may see it. */
  publicBecause?: string
  /**
   * Of a document's reference to a company, plant, storage location, supplier or picking unit: why it does not limit who sees
   * the document. Otherwise those do under the names `companyCode`, `plant`, `storageLocation` and `supplierNo`, and a header's
   * picking unit under any name (`scope-fields.ts`).
   */
  outsideScopeBecause?: string
  /** Not seen by external users, who sign in for a supplier: numbers of documents and persons that are none of theirs. */
  isInternal?: boolean
  /** Of a master: data of a person, such as a telephone number; given only to users of a page of the master. */
  isPersonal?: boolean
  /** Of a quantity: the field with its unit. Default of a line's quantities: `unit`, the base unit of the material. */
  unit?: string
  /** Of a reference: lists show the name beside the code, because no other column does. */
  isNamed?: boolean
  /** Summed in the totals row. */
  isTotalled?: boolean
  /** Usual values offered for selection; any other text may be entered. */
  suggestions?: readonly Label[]
  /**
   * Of a text: the column of a master whose values are offered, within those that have the same value in these fields; any
   * other text may be entered.
   */
  offers?: {
    readonly master: MasterName
    readonly field: string
    readonly within?: readonly string[]
  }
  /** Of a text: it identifies something in the ERP or on a label, and is kept in one form (`CodeForm`). */
  code?: CodeForm
  /** Of a reference to a user: only who may perform this act, at the plant of the row, is offered and accepted. */
  mayPerform?: { readonly document: string; readonly action: string }
  /** Of a text that is part of a master's key: a code as another system writes it, any text. */
  isForeign?: boolean
  /**
   * For references: further fields that restrict the choice (see `boundsOf`), such as the requesters of the selected
   * picking unit. The picker offers only matching rows, and the server refuses others (`reference-outside`).
   */
  within?: readonly string[]
  /**
   * For references: fields of other names that hold key columns of the master, such as the receiving storage location
   * of a bin. Of several the first that has a value counts: the receiving plant, which need not be entered where it is the
   * plant of the document.
   */
  keyFrom?: Readonly<Record<string, string | readonly string[]>>
  /** Of a header field that persons enter: a field of the lines. The form asks for it only while a line has a value there. */
  neededBy?: string
  /** Of serial numbers: the query of the stock whose pieces at the stock key of the line are offered. */
  offeredBy?: string
  /** Names a person who signs the printed document. */
  isSigner?: boolean
  /** Of an input of an action: the header field it is written to (see `kept`). */
  keptAs?: string
  /** Preferred column width in pixels. */
  width?: number
}

export interface Field<
  K extends FieldKind = FieldKind,
  R extends boolean = boolean,
> extends FieldOptions {
  kind: K
  label: Label
  required: R
  choices?: Record<string, Label>
  master?: MasterName
}

export type Fields = Record<string, Field>

/** Whether a person may enter the field: one of the person's own, or one that the predecessor may leave empty. */
export function isEnteredByPerson({ by, isEnteredIfEmpty }: FieldOptions): boolean {
  return (by ?? 'user') === 'user' || isEnteredIfEmpty === true
}

type RequiredOf<O> = O extends { required: true } ? true : false

function make<K extends FieldKind>(kind: K) {
  return <const O extends FieldOptions>(label: Label, options?: O): Field<K, RequiredOf<O>> => ({
    ...options,
    kind,
    label,
    required: (options?.required === true) as RequiredOf<O>,
  })
}

export const text = make('text')
/** NUMERIC(18,3), in the base unit of the line by default. */
export const quantity = make('quantity')
/** NUMERIC(18,2), in the company code's currency by default. An amount (`isAmount`), unless `publicBecause` says why not. */
export function money<const O extends Omit<FieldOptions, 'isAmount'> & { isAmount?: never }>(
  words: Label,
  options?: O,
): Field<'money', RequiredOf<O>> {
  return makeMoney(words, {
    ...options,
    isAmount: options?.publicBecause === undefined,
  }) as Field<'money', RequiredOf<O>>
}
const makeMoney = make('money')
export const integer = make('integer')
export const decimal = make('decimal')
export const date = make('date')
export const instant = make('instant')
export const flag = make('flag')
/** A list of short texts, such as attendees. */
export const list = make('list')
/** The serial numbers of a line's pieces, one for each piece in the base unit (`document/serial-number.ts`). */
export const serialNumbers = make('serialNumbers')

export function choice<const C extends Record<string, Label>, const O extends FieldOptions>(
  label: Label,
  choices: C,
  options?: O & { usual?: Extract<keyof C, string> },
): Omit<Field<'choice', RequiredOf<O>>, 'choices'> & { choices: C } {
  return {
    ...options,
    kind: 'choice',
    label,
    choices,
    required: (options?.required === true) as RequiredOf<O>,
  }
}

export function reference<const O extends FieldOptions>(
  label: Label,
  master: MasterName,
  options?: O,
): Field<'reference', RequiredOf<O>> & { master: MasterName } {
  return {
    ...options,
    kind: 'reference',
    label,
    master,
    required: (options?.required === true) as RequiredOf<O>,
  }
}

/**
 * An input of an action that the document keeps: the frame writes it to the header field of this name when the action is
 * performed. The header field is declared with it, as one set by the server, unless the document declares it itself.
 */
export function kept<const K extends string, const F extends Field>(
  keptAs: K,
  field: F,
): F & { keptAs: K } {
  return { ...field, keptAs }
}

/** The value of a field in a row: the type of its kind, or null if not required. */
type ValueOf<F> = F extends { kind: 'choice'; choices: infer C; required: infer R }
  ? (keyof C & string) | (R extends true ? never : null)
  : F extends Field<infer K, infer R>
    ? FieldValue[K] | (R extends true ? never : null)
    : never

/** A row of these fields, as read. */
export type RowOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

/** Input for these fields: required ones must be present. */
export type InputOf<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>
} & { [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOf<F[K]> }
