declare module 'virtual:declaration-index' {
  import type { DeclarationIndex } from '@kufang/contract/declaration-index.ts'

  const index: DeclarationIndex
  export default index
}

declare module 'virtual:function-codes' {
  import type { FunctionCode } from '@kufang/contract/declaration-index.ts'

  const codes: readonly FunctionCode[]
  export default codes
}
