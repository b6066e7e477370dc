import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { deliveryNote } from '@kufang/contract/delivery/delivery-note.ts'
import {
  notesIn,
  supplierTiles,
  type SupplierHome,
  type SupplierTile,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { api } from '../kit/api/client.ts'
import { ErrorBanner } from '../kit/feedback/error-banner.tsx'
import { numberText } from '../kit/grid/cell-format.ts'
import { Card } from '../kit/pages/frame/card.tsx'
import { useLanguage, withDetail } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import styles from './supplier-home.module.css'
import { supplierMessages } from './supplier-messages.ts'
import { tileLink } from './tile-link.ts'
import { TileRow } from './tile-rows.tsx'

const refreshMs = 60_000
const tileNames = Object.keys(supplierTiles) as SupplierTile[]

/**
 * What waits for the supplier of the person signed in: counts that open the lists with exactly those rows, and the first
 * rows of each. Refetched every minute, and with each message.
 */
export function SupplierHomeTiles(): ReactNode {
  const home = useQuery({
    queryKey: ['todos', 'supplier-home'],
    queryFn: ({ signal }) =>
      api.post<SupplierHome>('/api/supplier-portal/home', {}, { signal, isQuiet: true }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  })
  if (home.isPending)
    return (
      <Card>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </Card>
    )
  if (home.data === undefined) return <ErrorBanner error={home.error} />
  const shown = tileNames.filter((name) => home.data.tiles[name] !== undefined)
  return (
    <>
      <Counts home={home.data} shown={shown} />
      <div className={styles.cards}>
        {home.data.notes.length > 0 && (
          <div className={styles.card}>
            <NoteStates home={home.data} />
          </div>
        )}
        {shown.map((name) => (
          <div key={name} className={styles.card}>
            <TileCard home={home.data} name={name} />
          </div>
        ))}
      </div>
    </>
  )
}

interface Shown {
  home: SupplierHome
  name: SupplierTile
}

const countOf = ({ total, isCapped }: { total: number; isCapped: boolean }): string =>
  `${numberText(total)}${isCapped ? '+' : ''}`

/** Where the list of a tile is, or null without a page for it. */
function linkOf({ home, name }: Shown): string | null {
  const content = home.tiles[name]
  return content === undefined ? null : tileLink(supplierTiles[name].list(home.today), content.path)
}

/** Waits for the supplier, so that a count above zero is marked. */
const isUrgent: ReadonlySet<SupplierTile> = new Set(['problems', 'overdue', 'rejects', 'toFetch'])

function Counts({
  home,
  shown,
}: {
  home: SupplierHome
  shown: readonly SupplierTile[]
}): ReactNode {
  const { label } = useLanguage()
  const { name, nameEn, supplierNo } = home
  const title = label({ zh: name, en: nameEn === '' ? name : nameEn })
  return (
    <>
      <p className={styles.supplier}>{withDetail(title, supplierNo)}</p>
      <nav aria-label={label(supplierMessages.waiting)} className={styles.tiles}>
        {shown.map((tile) => {
          const content = home.tiles[tile]!
          const words = label(supplierTiles[tile].label)
          return (
            <a
              key={tile}
              className={styles.tile}
              href={linkOf({ home, name: tile }) ?? undefined}
              data-urgent={isUrgent.has(tile) && content.total > 0}
            >
              <strong>{countOf(content)}</strong> <span>{words}</span>
            </a>
          )
        })}
      </nav>
    </>
  )
}

function NoteStates({ home }: { home: SupplierHome }): ReactNode {
  const t = useMessages(supplierMessages)
  const { label } = useLanguage()
  return (
    <Card title={t('notes')}>
      <ul className={styles.rows}>
        {home.notes.map(({ state, count, path }) => {
          const words = label(deliveryNote.states[state].label)
          return (
            <li key={state}>
              <a
                href={tileLink(notesIn(state), path)}
                aria-label={t('tile', { name: words, count: numberText(count) })}
              >
                <StateTag {...deliveryNote.states[state]} />
              </a>
              <strong className={styles.amount}>{numberText(count)}</strong>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function TileCard({ home, name }: Shown): ReactNode {
  const t = useMessages(supplierMessages)
  const { label } = useLanguage()
  const content = home.tiles[name]
  if (content === undefined) return null
  const { label: title, nothing } = supplierTiles[name]
  return (
    <Card
      title={label(title)}
      {...(content.total > content.rows.length && {
        extra: (
          <a href={linkOf({ home, name }) ?? undefined}>{t('all', { count: countOf(content) })}</a>
        ),
      })}
    >
      {content.rows.length === 0 ? (
        <p className={styles.nothing}>{label(nothing)}</p>
      ) : (
        <ul className={styles.rows}>
          {content.rows.map((row) => (
            <TileRow
              key={
                textOf(row['id']) || `${textOf(row['companyCode'])} ${textOf(row['materialNo'])}`
              }
              name={name}
              row={row}
              today={home.today}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
