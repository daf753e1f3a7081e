import { Dialog } from '@base-ui/react/dialog';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { backdrop, popup } from '../ui/dialog.ts';
import { TextArea, TextField } from '../ui/field.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Colour, colours, dots } from './colours.ts';
import type { Project } from './documents.ts';
import type { ProjectDraft } from './project-list.ts';

type Props = {
  /** Null for a new one. */
  project: Project | null;
  act: (draft: ProjectDraft) => Promise<unknown>;
  onClose: () => void;
};

export const ProjectDialog = ({ project, act, onClose }: Props) => {
  const [colour, setColour] = useState<Colour>(project?.colour ?? 'TEAL');
  const { isBusy, error, run } = useAction();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const draft = { name: String(given.get('name')), instructions: String(given.get('instructions')), colour };
    if (await run(() => act(draft))) onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={popup}>
          <Dialog.Title className="font-serif text-xl">{project ? 'Project' : 'New project'}</Dialog.Title>
          <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
            <TextField label="Name" name="name" defaultValue={project?.name} maxLength={100} required />
            <div className="flex flex-col gap-1.5">
              <p id="project-colour" className="text-sm">
                Colour
              </p>
              <RadioGroup
                aria-labelledby="project-colour"
                value={colour}
                onValueChange={(next) => setColour(colours.find((one) => one === next) ?? colour)}
                className="flex flex-wrap gap-2"
              >
                {colours.map((one) => (
                  <Radio.Root
                    key={one}
                    value={one}
                    aria-label={one.toLowerCase()}
                    className="grid size-8 cursor-pointer place-items-center rounded-full border border-transparent data-checked:border-ink"
                  >
                    <span className={`size-5 rounded-full ${dots[one]}`} />
                  </Radio.Root>
                ))}
              </RadioGroup>
            </div>
            <TextArea
              label="Instructions"
              name="instructions"
              defaultValue={project?.instructions}
              maxLength={8_000}
              rows={5}
              hint="Told to the model in every conversation of this project."
            />
            {error && (
              <p role="alert" className="text-sm text-danger">
                {error}
              </p>
            )}
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>Cancel</Button>
              <Button kind="primary" type="submit" disabled={isBusy}>
                {project ? 'Save' : 'Create'}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
