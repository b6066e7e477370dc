import { Empty } from 'antd'
import { inSentence } from '@kufang/contract/document/declare/label.ts'
import type { ReactNode } from 'react'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { useLanguage } from '../text/language.ts'
import { DocumentList } from './list/document-list.tsx'
import { useSubject } from './document-switch.tsx'
import { HiddenSteps } from './hidden-steps.tsx'
import { PageFrame } from './frame/page-frame.tsx'

/** A step page: the worklist of documents whose state permits its actions. */
export default function StepPage({ page }: { page: RegistryPage }): ReactNode {
  const { label } = useLanguage()
  const { subject, chooser } = useSubject(page)
  if (subject === undefined && chooser === null) return null
  return (
    <PageFrame path={page.path} titleExtra={chooser} actions={<HiddenSteps page={page} />}>
      {subject !== undefined && (
        <DocumentList
          key={subject.definition.name}
          definition={subject.definition}
          page={subject.page}
          path={page.path}
          empty={
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={label({
                zh: `没有待处理的${subject.definition.label.zh}`,
                en: `No ${inSentence(subject.definition.label).en} is waiting here`,
              })}
            />
          }
        />
      )}
    </PageFrame>
  )
}
