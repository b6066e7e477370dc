import type { ReactNode } from 'react'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { CreateWorkbench } from './create-workbench.tsx'
import { useSubject } from './document-switch.tsx'
import { HiddenSteps } from './hidden-steps.tsx'
import { PageFrame } from './frame/page-frame.tsx'

/** Creates documents of one type from open source lines, or without a source. */
export default function CreatePage({ page }: { page: RegistryPage }): ReactNode {
  const { subject, chooser } = useSubject(page)
  if (subject === undefined) return null
  return (
    <PageFrame path={page.path} titleExtra={chooser} actions={<HiddenSteps page={page} />}>
      <CreateWorkbench
        key={subject.definition.name}
        definition={subject.definition}
        page={subject.page}
        path={page.path}
      />
    </PageFrame>
  )
}
