import { Button, Skeleton, Tag } from 'antd'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode, UIEvent } from 'react'
import { documentPath } from '../../kit/document/document-path.ts'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { momentText } from '../../kit/fields/moment-text.ts'
import { numberText } from '../../kit/grid/cell-format.ts'
import { Card } from '../../kit/pages/frame/card.tsx'
import { goodsParts } from '../../kit/pages/list/goods-text.ts'
import { useLanguage, withDetail } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { homeMessages } from './home-messages.ts'
import styles from './home.module.css'
import { Nothing } from './nothing.tsx'
import { useTodos } from './todos.ts'
import type { LoadingTodos, TodoRow, Todos } from './todos.ts'

/**
 * 我的待办: the user's to-dos, earliest due first, each with its goods and action. The arrow keys move between actions, Enter
 * executes.
 */
export function InboxCard(): ReactNode {
  const t = useMessages(homeMessages)
  const [path, setPath] = useState<string | null>(null)
  const loading = useTodos(path)
  const { todos, error } = loading
  return (
    <Card title={t('inbox')} tourName="inbox">
      {todos === undefined && error === null && (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      <ErrorBanner error={error} />
      {todos !== undefined && (
        <Inbox todos={todos} loading={loading} path={path} onPath={setPath} />
      )}
    </Card>
  )
}

/** From so many pixels above the end of the list on, further to-dos are loaded. */
const loadsOnAt = 200

function Inbox(props: {
  todos: Todos
  loading: LoadingTodos
  path: string | null
  onPath: (path: string | null) => void
}): ReactNode {
  const { todos, path, onPath } = props
  const { hasMore, isLoadingMore, loadMore } = props.loading
  const t = useMessages(homeMessages)
  const { label } = useLanguage()
  if (todos.total === 0) return <Nothing text={t('inboxEmpty')} />
  const total =
    path === null ? todos.total : (todos.groups.find((group) => group.path === path)?.count ?? 0)
  const loadOn = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < loadsOnAt) loadMore()
  }
  return (
    <>
      <div className={styles.kinds} role="group" aria-label={t('kinds')}>
        <Button
          size="small"
          type={path === null ? 'primary' : 'default'}
          aria-pressed={path === null}
          onClick={() => onPath(null)}
        >
          {withDetail(t('allKinds'), numberText(todos.total))}
        </Button>
        {todos.groups.map((group) => (
          <Button
            key={group.path}
            size="small"
            type={path === group.path ? 'primary' : 'default'}
            aria-pressed={path === group.path}
            onClick={() => onPath(path === group.path ? null : group.path)}
          >
            {withDetail(label(group), numberText(group.count))}
          </Button>
        ))}
      </div>
      <ul className={styles.inbox} onScroll={loadOn}>
        {todos.rows.map((todo) => (
          <Entry key={todo.id} todo={todo} />
        ))}
      </ul>
      {hasMore && (
        <p className={styles.more}>
          {t('shown', { count: numberText(todos.rows.length), total: numberText(total) })}{' '}
          <Button size="small" loading={isLoadingMore} onClick={loadMore}>
            {t('loadMore')}
          </Button>
        </p>
      )}
    </>
  )
}

function Entry({ todo }: { todo: TodoRow }): ReactNode {
  const t = useMessages(homeMessages)
  const { label } = useLanguage()
  const { goods, documentType, documentId } = todo
  const parts = goods === null ? null : goodsParts(goods)
  const documentName = label(todo.documentName)
  const name = `${label(todo.documentLabel)} ${documentName}`
  return (
    <li className={styles.entry} data-overdue={todo.isOverdue}>
      <span className={parts === null && todo.failure === null ? styles.whole : styles.what}>
        {label(todo.documentLabel)}{' '}
        <a href={`#${todo.isDocument ? documentPath(documentType, documentId) : todo.handleUrl}`}>
          {documentName}
        </a>
      </span>
      {(parts !== null || todo.failure !== null) && (
        <span className={styles.goods}>
          {todo.failure !== null && (
            <span className={styles.failure}>
              {label(todo.failure)} <span className={styles.cure}>{label(todo.failure.cure)}</span>
            </span>
          )}
          {parts !== null && (
            <span className={styles.summary}>
              <span className={styles.description} title={parts.title}>
                {parts.title}
              </span>{' '}
              {parts.quantity !== '' && <strong>{parts.quantity}</strong>}{' '}
              <span>{parts.lines}</span>
            </span>
          )}
        </span>
      )}
      <span className={styles.since} title={t('waitsSince', { when: momentText(todo.createdAt) })}>
        {todo.isOverdue && <Tag color="error">{t('overdue')}</Tag>}
        {t('due', { when: momentText(todo.dueAt).slice('2026-'.length) })}
      </span>
      <Button
        size="small"
        type="primary"
        ghost
        data-act=""
        aria-label={`${label(todo.actionLabel)} ${name}`}
        onClick={() => navigate(todo.handleUrl)}
        onKeyDown={moveAlong}
      >
        {label(todo.actionLabel)}
      </Button>
    </li>
  )
}

/** Arrow keys move between actions, Home and End to the first and last. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('ul')
  const acts = [...(list?.querySelectorAll<HTMLElement>('[data-act]') ?? [])]
  const at = acts.findIndex((act) => act === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: acts.length - 1 }[event.key]
  if (to === undefined || at === -1) return
  event.preventDefault()
  acts[Math.min(Math.max(to, 0), acts.length - 1)]?.focus()
}
