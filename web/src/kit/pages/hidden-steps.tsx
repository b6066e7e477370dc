import { Button } from 'antd'
import type { ReactNode } from 'react'
import { holdsAny } from '@kufang/contract/document/decide.ts'
import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { indexedPages } from '../declarations.ts'
import { useDecider } from '../session/decider.ts'
import { openPath } from '../document/document-path.ts'
import { useLanguage } from '../text/language.ts'

/** Links to the pages of a document that are hidden from the menu, in the toolbar of each of its other pages. */
export function HiddenSteps({ page }: { page: RegistryPage }): ReactNode {
  const { label } = useLanguage()
  const decider = useDecider()
  const steps = pageCatalogue.filter(
    (entry) =>
      entry.hidden &&
      entry.path !== page.path &&
      holdsAny(decider, [entry.role]) &&
      indexedPages.some(
        (known) =>
          known.path === entry.path &&
          known.subject === 'document' &&
          known.names.some((name) => page.names.includes(name)),
      ),
  )
  return steps.map((step) => (
    <Button key={step.path} onClick={() => openPath(step.path)}>
      {label(step)}
    </Button>
  ))
}
