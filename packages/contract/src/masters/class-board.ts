import type { ClassLevel, ClassTree } from './material-class.ts'

/** The nodes directly below a class, and how codes name their place (POST /api/classification/tree). */
export interface ClassBranch {
  tree: ClassTree
  nodes: ClassNode[]
}

/** A node of the classification tree with what is below it. */
export interface ClassNode {
  classCode: string
  /** '' of a node that only its codes below name. */
  name: string
  nameEn: string
  level: ClassLevel
  hasChildren: boolean
  /** Materials of it and of those below, within the data scope of the reader. */
  materialCount: number
}

/** What the class of a material says and the material does not have (POST /api/classification/proposals). */
export interface ClassProposal {
  materialNo: string
  description: string
  materialClass: string
  changes: {
    field: string
    before: unknown
    after: unknown
    /** The class that says so: its own, or one above. */
    from: string
  }[]
}

/** Materials of one answer or act. */
export const proposalsMax = 200

/** What was done with proposals: rules wait for another person. */
export interface TakenProposals {
  changed: number
  requested: number
  refusals: { materialNo: string; zh: string; en: string }[]
}
