import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { toast } from '../../kit/feedback/toast.ts'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { pageMemory } from '../home/page-memory.ts'
import { collectEntries } from '../menu/menu-entries.ts'
import type { PageGroup } from '../page-list.ts'
import { leave as leaveSession } from '../session/guard.ts'
import { useUser } from '../session/use-permission.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { paletteActions } from './actions.ts'
import { findingMessages } from './finding-messages.ts'
import { paletteStore } from './finding-state.ts'
import type { TypedAhead } from './loading-palette.tsx'
import { mayBeNumber, mayBeSerialNumber, paletteGroups, stockPage } from './palette-items.ts'
import type { PaletteItem } from './palette-items.ts'
import styles from './palette.module.css'
import { useTitleSounds } from './known-sounds.ts'
import { useFoundDocuments, useFoundMasters, useFoundPieces } from './use-found-documents.ts'

export interface PaletteProps {
  /** The pages the user may open. */
  groups: readonly PageGroup[]
  commands: TabCommands
  onKeys: () => void
  /** What was typed while this was loaded. */
  typed: TypedAhead
}

const close = (): void => paletteStore.set(false)

/**
 * The Ctrl+K palette: finds pages, documents and commands (shell.md section 5). A combobox: the focus stays in the text
 * box, the arrow keys select in the list.
 */
// oxlint-disable-next-line max-lines-per-function -- one keyboard model over all kinds of results
export default function Palette({ groups, commands, onKeys, typed }: PaletteProps): ReactNode {
  const t = useMessages(findingMessages)
  const { account } = useUser()
  const { recents, favourites } = useStore(pageMemory)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [text, setText] = useState(typed.text)
  const [at, setAt] = useState(0)
  /** Enter was pressed before the server's response, as scanners do. */
  const [isWanted, setWanted] = useState(typed.isEntered)
  const { documents, isSearching: isAsking, error } = useFoundDocuments(text)
  const { masters, isSearching: isAskingMasters } = useFoundMasters(text)
  useTitleSounds(text !== '')
  const entries = useMemo(() => collectEntries(groups), [groups])
  const mayFindPieces = entries.some(({ page }) => page.path === stockPage)
  const { pieces, isSearching: isAskingPieces } = useFoundPieces(mayFindPieces ? text : '')
  // Pages are found locally; a code waits for the server's response.
  const isSearching =
    isAsking ||
    (isAskingMasters && mayBeNumber(text)) ||
    (isAskingPieces && mayBeSerialNumber(text))
  const actions = useMemo(() => {
    const leave = async (): Promise<void> => {
      if (await commands.mayLeaveAll()) await leaveSession()
    }
    const means = {
      account,
      commands,
      openKeys: onKeys,
      signOut: () => void leave().catch(toast.error),
    }
    return paletteActions(entries, means)
  }, [entries, account, commands, onKeys])
  const shown = paletteGroups(
    { entries, recents, favourites, actions, documents, masters, pieces },
    text,
  )
  const items = shown.flatMap((group) => group.items)
  const active = items[Math.min(at, items.length - 1)]

  // Before the next key press, which would otherwise be lost.
  useLayoutEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])

  const run = (item: PaletteItem): void => {
    close()
    // The palette first restores the focus; the target then sets it.
    setTimeout(item.run, 0)
  }
  const [first] = items
  useEffect(() => {
    if (!isWanted || isSearching) return
    setWanted(false)
    if (first !== undefined) run(first)
  }, [isWanted, isSearching, first])

  const move = (step: number): void => {
    if (items.length > 0)
      setAt((Math.min(at, items.length - 1) + step + items.length) % items.length)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ignores the Enter that ends a composition of a Chinese input method.
    if (event.nativeEvent.isComposing) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => setAt(Math.min(at + 8, items.length - 1)),
      PageUp: () => setAt(Math.max(at - 8, 0)),
      Enter: () => {
        if (isSearching) setWanted(true)
        else if (active !== undefined) run(active)
      },
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const optionId = (item: PaletteItem): string => `${id}-${item.id.replaceAll(/[^\w-]/g, '_')}`
  const status = statusOf()
  function statusOf(): string {
    if (isSearching) return t('searching')
    if (error !== null) return t('failed')
    if (items.length === 0) return t('nothing', { text: text.trim() })
    return ''
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside the box closes, as Escape does
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('find')}
      onCancel={close}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={styles.entry}>
        <SearchOutlined aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={t('find')}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(active !== undefined && { 'aria-activedescendant': optionId(active) })}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
            setWanted(false)
          }}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('find')}
        className={styles.list}
      >
        {shown.map((group) => (
          <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
            <div id={`${id}-${group.id}`} role="presentation" className={styles.heading}>
              {t(group.id)}
            </div>
            {group.items.map((item) => (
              <Option
                key={item.id}
                id={optionId(item)}
                item={item}
                isActive={item === active}
                onRun={() => run(item)}
                onPoint={() => setAt(items.indexOf(item))}
              />
            ))}
          </div>
        ))}
      </div>
      {status !== '' && <p className={styles.status}>{status}</p>}
      <div className={styles.foot}>
        <span role="status" className={styles.count}>
          {t('count', { count: items.length })}
        </span>
        <span aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('choose')} <kbd>Enter</kbd> {t('open')} <kbd>Esc</kbd>{' '}
          {t('close')}
        </span>
      </div>
    </dialog>
  )
}

function Option(props: {
  id: string
  item: PaletteItem
  isActive: boolean
  onRun: () => void
  onPoint: () => void
}): ReactNode {
  const { label } = useLanguage()
  const { item } = props
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the text box's, which owns the list
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.isActive}
      className={styles.option}
      onClick={props.onRun}
      onMouseMove={props.isActive ? undefined : props.onPoint}
    >
      <span>{label(item.label)}</span>
      {item.hint !== null && <small>{label(item.hint)}</small>}
    </div>
  )
}
