/** Models to choose from, by who offers them. */
export const ModelOptions = ({ models }: { models: readonly { id: string; provider: string }[] }) =>
  [...new Set(models.map(({ provider }) => provider))].map((provider) => (
    <optgroup key={provider} label={provider}>
      {models
        .filter((model) => model.provider === provider)
        .map(({ id }) => (
          <option key={id}>{id}</option>
        ))}
    </optgroup>
  ));
