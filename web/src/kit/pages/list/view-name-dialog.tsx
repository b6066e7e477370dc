import { Form, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Dialog } from '../../dialog/dialog.tsx'
import { useMessages } from '../../text/messages.ts'
import { nameProblem, viewNameMax } from './list-views.ts'
import type { ListViews } from './list-views.ts'
import { viewMessages } from './view-messages.ts'

/** Asks for the name of a view. */
export function ViewNameDialog(props: {
  title: string
  known: ListViews
  /** The view to rename; null for a new one. */
  own: string | null
  initial: string
  onName: (name: string) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(viewMessages)
  const [name, setName] = useState(props.initial)
  const [isTried, setTried] = useState(false)
  const problem = nameProblem(props.known, name, props.own)
  const words = {
    empty: t('nameEmpty'),
    long: t('nameLong', { limit: viewNameMax }),
    taken: t('nameTaken'),
  }
  const give = (): void => {
    setTried(true)
    if (problem === null) props.onName(name.trim())
  }
  const help = problem === null || (!isTried && problem === 'empty') ? '' : words[problem]
  return (
    <Dialog
      isOpen
      size="narrow"
      title={props.title}
      actionText={t('ok')}
      onAction={give}
      onClose={props.onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('name')}
          htmlFor="view-name"
          validateStatus={help === '' ? '' : 'error'}
          help={help}
        >
          <Input
            id="view-name"
            autoFocus
            value={name}
            maxLength={viewNameMax + 10}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => {
              event.preventDefault()
              give()
            }}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}
