import { describe, expect, it } from 'vitest';
import type { UserEvent } from '../../../schema/events/index.ts';
import { MAX_PROJECTS, type ProjectCommand, projectsDecider } from '../../../server/user/projects.ts';
import { given } from '../../support/decider-spec.ts';
import { uuid } from '../../support/turn-samples.ts';

const projectId = uuid(1);
const project = { name: 'Trip', colour: 'teal', instructions: 'Be brief.' } as const;
const created: UserEvent = { type: 'ProjectCreated', data: { projectId, ...project } };
const deleted: UserEvent = { type: 'ProjectDeleted', data: { projectId } };

const create: ProjectCommand = { type: 'CreateProject', projectId, project };
const change: ProjectCommand = { type: 'ChangeProject', projectId, change: { name: 'Journey' } };
const remove: ProjectCommand = { type: 'DeleteProject', projectId };
const projects = (events: readonly UserEvent[] = []) => given(projectsDecider, events);

describe('a project that is not there', () => {
  it('is created', () => projects().when(create).thenEvents([created]));
  it('cannot be changed or deleted', () => {
    for (const command of [change, remove]) projects().when(command).thenRefused('NOT_FOUND');
  });
});

describe('a project', () => {
  it('is created once', () => projects([created]).when(create).thenEvents([]));
  it('changes in what is given and stays in the rest', () =>
    projects([created])
      .when(change)
      .thenEvents([{ type: 'ProjectChanged', data: { projectId, ...project, name: 'Journey' } }]));
  it('loses its instructions where they are given empty', () =>
    projects([created])
      .when({ ...change, change: { instructions: '' } })
      .thenEvents([{ type: 'ProjectChanged', data: { projectId, ...project, instructions: '' } }]));
  it('does not change to what it is', () =>
    projects([created])
      .when({ ...change, change: { name: undefined, colour: 'teal' } })
      .thenEvents([]));
  it('is deleted', () => projects([created]).when(remove).thenEvents([deleted]));
});

describe('a deleted project', () => {
  it('is deleted again without effect', () => projects([created, deleted]).when(remove).thenEvents([]));
  it('cannot be changed, and does not come back', () => {
    projects([created, deleted]).when(change).thenRefused('NOT_FOUND');
    projects([created, deleted]).when(create).thenEvents([]);
  });
});

describe('many projects', () => {
  const many = Array.from(
    { length: MAX_PROJECTS },
    (_, n): UserEvent => ({ type: 'ProjectCreated', data: { projectId: uuid(100 + n), ...project } }),
  );
  it('are bounded', () => projects(many).when(create).thenRefused('REJECTED'));
  it('leave room again once one is deleted', () => {
    const gone: UserEvent = { type: 'ProjectDeleted', data: { projectId: uuid(100) } };
    expect(many.length).toBe(MAX_PROJECTS);
    projects([...many, gone])
      .when(create)
      .thenEvents([created]);
  });
});
