declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  const open: (options: {
    readonly url: string;
    readonly domNode: Element;
    readonly docExpansion: 'list' | 'full' | 'none';
    /** Null: documents are sent to no one to be validated. */
    readonly validatorUrl: null;
    readonly plugins: readonly { readonly components: Readonly<Record<string, () => null>> }[];
  }) => void;
  export default open;
}
