import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { narrowText } from '@kufang/kernel/code-text.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import { documentPath } from '../../kit/document/document-path.ts'
import { placeText } from '../../kit/document/place-text.ts'
import { filteredPath } from '../../kit/pages/list/list-link.ts'
import { piecePath } from '../../kit/pages/list/piece-link.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import type { MenuEntry } from '../menu/menu-entries.ts'
import { searchPages } from '../menu/search-pages.ts'
import type { AppPage } from '../page-list.ts'
import type { PaletteAction } from './actions.ts'
import { rankOf } from './rank-texts.ts'

/** A document found by the server by its number. */
export interface FoundDocument {
  documentType: string
  id: string
  docNo: string
  title: Label
  stateLabel: Label
}

/** A material, bin, supplier … found by the server by its code or name. */
export interface FoundMaster {
  master: string
  title: Label
  code: string
  /** Where the code is valid, such as plant and storage location of a bin; '' if everywhere. */
  within: string
  words: string
  path: string
  /** The values by filter, if `path` is a list filtered by it. */
  /** The document whose list is filtered, on a page with several lists. */
  list?: string
  filters?: Readonly<Record<string, string>>
}

/** The page that shows the movements of pieces. */
export const stockPage = '/Stock/stockSearch'

/** One line of the palette. */
export interface PaletteItem {
  id: string
  label: Label | string
  hint: Label | null
  run: () => void
}

export interface PaletteGroup {
  id: 'documents' | 'pieces' | 'masters' | 'recents' | 'favourites' | 'pages' | 'actions'
  items: readonly PaletteItem[]
}

export interface PaletteSources {
  entries: readonly MenuEntry[]
  recents: readonly string[]
  favourites: readonly string[]
  actions: readonly PaletteAction[]
  documents: readonly FoundDocument[]
  masters: readonly FoundMaster[]
  /** Pieces by serial number. */
  pieces: readonly FoundSerialNumber[]
}

const pagesMax = 8
const actionsMax = 5
const recentsMax = 6

/** Whether a text may be the beginning of a document number, so that the server is queried. */
export function mayBeNumber(text: string): boolean {
  return /^(?:[A-Za-z][A-Za-z-]{0,7})?\d[\dA-Za-z-]{2,}$|^[A-Za-z]{2,4}\d+$/.test(scannedText(text))
}

/** Whether a text may be the beginning of a serial number, so that the server is queried. */
export function mayBeSerialNumber(text: string): boolean {
  const narrow = narrowText(text)
  return /^[!-~]{3,18}$/.test(narrow) && /\d/.test(narrow)
}

/** The groups shown for a text: without one, recently used entries; documents first if the text looks like a number. */
export function paletteGroups(sources: PaletteSources, text: string): PaletteGroup[] {
  const wanted = text.trim()
  const groups = wanted === '' ? usual(sources) : found(sources, wanted)
  return groups.filter(({ items }) => items.length > 0)
}

function usual({ entries, recents, favourites, actions }: PaletteSources): PaletteGroup[] {
  const byPath = new Map(entries.map(({ page }) => [page.path, page]))
  const pages = (paths: readonly string[], group: string): PaletteItem[] =>
    paths.flatMap((path) => {
      const page = byPath.get(path)
      return page === undefined ? [] : [pageItem(page, group)]
    })
  const marked = favourites.filter((path) => !recents.slice(0, recentsMax).includes(path))
  return [
    { id: 'recents', items: pages(recents, 'recent').slice(0, recentsMax) },
    { id: 'favourites', items: pages(marked, 'favourite') },
    { id: 'actions', items: actions },
  ]
}

function found(sources: PaletteSources, text: string): PaletteGroup[] {
  const { entries, recents, actions, documents, masters, pieces } = sources
  const ranked = actions
    .flatMap((action) => {
      const rank = rankOf(action.found, text)
      return rank === null ? [] : [{ action, rank }]
    })
    .toSorted((left, right) => left.rank - right.rank)
  return [
    { id: 'documents', items: mayBeNumber(text) ? documents.map(documentItem) : [] },
    { id: 'pieces', items: mayBeSerialNumber(text) ? pieces.map(pieceItem) : [] },
    {
      id: 'pages',
      items: searchPages(entries, text, recents)
        .slice(0, pagesMax)
        .map((page) => pageItem(page, 'page')),
    },
    { id: 'masters', items: masters.map((found) => masterItem(found, entries)) },
    { id: 'actions', items: ranked.slice(0, actionsMax).map(({ action }) => action) },
  ]
}

function pageItem(page: AppPage, group: string): PaletteItem {
  return {
    id: `${group} ${page.path}`,
    label: { zh: page.zh, en: page.en },
    hint: { zh: page.groupZh, en: page.groupEn },
    run: () => navigate(page.path),
  }
}

/** A master without a page for the person leads to a list, which the hint names. */
function masterItem(found: FoundMaster, entries: readonly MenuEntry[]): PaletteItem {
  const { master, title, code, within, words, path, filters } = found
  const list =
    filters === undefined ? undefined : entries.find(({ page }) => page.path === path)?.page
  const hint = (language: 'zh' | 'en'): string =>
    [title[language], within, list?.[language] ?? ''].filter((part) => part !== '').join(' · ')
  return {
    id: `master ${master} ${within} ${code}`,
    label: words === '' || words === code ? code : `${code} ${words}`,
    hint: { zh: hint('zh'), en: hint('en') },
    run: () =>
      navigate(
        filters === undefined
          ? `${path}?${new URLSearchParams({ find: code })}`
          : filteredPath(path, filters, found.list),
      ),
  }
}

const inStock = { zh: '在库', en: 'in stock' }
const notInStock = { zh: '不在库', en: 'not in stock' }

/** A piece leads to its movements; the hint says what it is and where. */
function pieceItem(piece: FoundSerialNumber): PaletteItem {
  const { companyCode, materialNo, description, serialNo, isInStock } = piece
  const where = placeText(piece.place)
  const state = isInStock ? inStock : notInStock
  const hint = (language: 'zh' | 'en'): string =>
    [state[language], where[language]].filter((part) => part !== '').join(' · ')
  return {
    id: `piece ${companyCode} ${materialNo} ${serialNo}`,
    label: [serialNo, materialNo, description ?? ''].filter((part) => part !== '').join(' '),
    hint: { zh: hint('zh'), en: hint('en') },
    run: () => navigate(piecePath(stockPage, piece)),
  }
}

function documentItem(document: FoundDocument): PaletteItem {
  const { documentType, id, docNo, title, stateLabel } = document
  return {
    id: `document ${documentType} ${id}`,
    label: docNo,
    hint: { zh: `${title.zh} · ${stateLabel.zh}`, en: `${title.en} · ${stateLabel.en}` },
    run: () => navigate(documentPath(documentType, id)),
  }
}
