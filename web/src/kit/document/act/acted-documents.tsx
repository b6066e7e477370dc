import { theme as antdTheme } from 'antd'
import { useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { useLanguage } from '../../text/language.ts'
import type { ListedDocument } from '../listed-document.ts'
import styles from './act.module.css'
import { ActedGoods } from './acted-goods.tsx'
import type { Previewed } from './preview-all.ts'
import type { LineEntries } from './use-line-entries.ts'

/**
 * The documents of an action: the goods of a single one, or a list with the goods of the selected one beside it; the
 * arrow keys select.
 */
export function ActedDocuments(props: {
  definition: AnyDocument
  action: string
  documents: readonly ListedDocument[]
  previewed: Previewed
  entries: LineEntries
}): ReactNode {
  const { definition, action, documents, previewed, entries } = props
  const { label } = useLanguage()
  const { token } = antdTheme.useToken()
  const [at, setAt] = useState(0)
  const shown = documents[at] ?? documents[0]
  if (shown === undefined) return null
  const goods = (
    <ActedGoods
      key={shown.id}
      definition={definition}
      action={action}
      document={shown}
      preview={previewed.previews[previewed.numbers.indexOf(shown.docNo)]}
      entries={entries}
    />
  )
  if (documents.length === 1) return goods
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(at + step, 0), documents.length - 1)
    setAt(next)
    event.currentTarget.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const colours = { '--line': token.colorBorder, '--chosen': token.controlItemBgActive }
  return (
    <div className={styles.sideBySide} style={colours as CSSProperties}>
      <div
        className={styles.documents}
        role="listbox"
        tabIndex={0}
        aria-label={label(definition.label)}
        aria-activedescendant={`acted-${shown.id}`}
        onKeyDown={walk}
      >
        {documents.map((one, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the arrow keys for all of them
          <div
            key={one.id}
            id={`acted-${one.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => setAt(index)}
          >
            {one.docNo}
            {(entries.linesOf(one.id)?.length ?? 0) > 0 && ' ✓'}
          </div>
        ))}
      </div>
      <div>{goods}</div>
    </div>
  )
}
