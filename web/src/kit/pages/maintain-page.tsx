import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { useLanguage } from '../text/language.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { CreateWorkbench } from './create-workbench.tsx'
import { DocumentList } from './list/document-list.tsx'
import { useSubject } from './document-switch.tsx'
import { HiddenSteps } from './hidden-steps.tsx'
import { useLinkedSource } from './linked-source.tsx'
import { usePageQuery } from '../tab/page-location.ts'
import { PageFrame } from './frame/page-frame.tsx'

const messages = defineMessages({
  add: { zh: '新建{name}', en: 'New {name}' },
  list: { zh: '返回列表', en: 'Back to the list' },
})

/** Maintains documents: edit, delete, perform actions, and create where the page permits it. */
export default function MaintainPage({ page }: { page: RegistryPage }): ReactNode {
  const t = useMessages(messages)
  const { label } = useLanguage()
  const { subject, chooser } = useSubject(page)
  const [isCreating, setCreating] = useState(false)
  const isLinked = useLinkedSource() !== null
  // A link that asks for the form: a draft kept for it is restored there.
  const asked = usePageQuery().get('create')
  useEffect(() => {
    if (isLinked || asked !== null) setCreating(true)
  }, [isLinked, asked])
  if (subject === undefined) return null
  const { definition } = subject
  const creates = subject.page.creates === true
  return (
    <PageFrame
      path={page.path}
      titleExtra={chooser}
      primary={
        creates &&
        !isCreating && (
          <Button
            type="primary"
            aria-keyshortcuts="Alt+N"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('add', { name: label(inSentence(definition.label)) })}
          </Button>
        )
      }
      actions={
        <>
          {creates && isCreating && <Button onClick={() => setCreating(false)}>{t('list')}</Button>}
          <HiddenSteps page={page} />
        </>
      }
    >
      {isCreating ? (
        <CreateWorkbench
          key={asked}
          definition={definition}
          page={subject.page}
          path={page.path}
          onMade={() => setCreating(false)}
        />
      ) : (
        <DocumentList
          key={definition.name}
          definition={definition}
          page={subject.page}
          path={page.path}
        />
      )}
    </PageFrame>
  )
}
