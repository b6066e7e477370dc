import { Button, Checkbox } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { defineMessages, useMessages } from '../text/messages.ts'
import styles from './tick-board.module.css'

const messages = defineMessages({
  whole: { zh: '勾选整组', en: 'Tick the whole group' },
  wholeOf: { zh: '勾选整组 {group}', en: 'Tick the whole group {group}' },
  same: { zh: '没有未保存的变更', en: 'Nothing to save' },
  back: { zh: '还原', en: 'Undo' },
  save: { zh: '保存', en: 'Save' },
})

export interface TickMember {
  key: string
  text: string
}

export interface TickGroup {
  key: string
  name: string
  members: readonly TickMember[]
  /** A value that stands for all members, also those that come later; `name` says of which group. */
  all?: TickMember & { name: string }
}

interface TickGroupsProps {
  /** What is ticked, for screen readers. */
  label: string
  groups: readonly TickGroup[]
  ticked: ReadonlySet<string>
  isFixed: boolean
  onTick: (keys: readonly string[], isTicked: boolean) => void
}

/** What something may be related to, ticked one by one or group by group; arrow keys move between the boxes. */
export function TickGroups({ label, groups, ...rest }: TickGroupsProps): ReactNode {
  return (
    <div
      className={styles.groups}
      role="toolbar"
      aria-orientation="vertical"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={walk}
    >
      {groups.map((group) => (
        <Group key={group.key} group={group} {...rest} />
      ))}
    </div>
  )
}

function Group(
  props: Pick<TickGroupsProps, 'ticked' | 'isFixed' | 'onTick'> & { group: TickGroup },
): ReactNode {
  const { group, ticked, isFixed, onTick } = props
  const { name, members, all } = group
  const t = useMessages(messages)
  const keys = members.map(({ key }) => key)
  const count = keys.filter((key) => ticked.has(key)).length
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <Checkbox
        aria-label={t('wholeOf', { group: name })}
        disabled={isFixed}
        checked={count > 0 && count === keys.length}
        indeterminate={count > 0 && count < keys.length}
        onChange={(event) => onTick(keys, event.target.checked)}
      >
        {t('whole')}
      </Checkbox>
      {all !== undefined && (
        <Checkbox
          aria-label={all.name}
          disabled={isFixed}
          checked={ticked.has(all.key)}
          onChange={(event) => onTick([all.key], event.target.checked)}
        >
          {all.text}
        </Checkbox>
      )}
      <div className={styles.members}>
        {members.map(({ key, text }) => (
          <Checkbox
            key={key}
            disabled={isFixed}
            checked={ticked.has(key)}
            onChange={(event) => onTick([key], event.target.checked)}
          >
            {text}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

interface TickBarProps {
  /** What saving would change; null if nothing. */
  changes: string | null
  isBusy: boolean
  /** Why nothing may be saved, whatever is ticked. */
  refusal?: string
  onBack: () => void
  onSave: () => void
}

/** What would be saved, and the buttons for it. */
export function TickBar({
  changes,
  isBusy,
  refusal = '',
  onBack,
  onSave,
}: TickBarProps): ReactNode {
  const t = useMessages(messages)
  return (
    <div className={styles.bar} role="toolbar">
      <span role="status">{changes ?? t('same')}</span>
      <Button disabled={changes === null || isBusy} onClick={onBack}>
        {t('back')}
      </Button>
      <Button
        type="primary"
        aria-keyshortcuts="Control+S"
        disabled={changes === null || refusal !== ''}
        title={refusal}
        loading={isBusy}
        onClick={onSave}
      >
        {t('save')}
      </Button>
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:enabled'),
  ]
  const at = boxes.indexOf(event.target as HTMLInputElement)
  const next = at < 0 ? undefined : boxes[at + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
