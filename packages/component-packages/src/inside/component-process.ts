// Runs the code of one version of one package for one organization, one call at a time, without network, environment or
// files except its own. `argv` names the package's folder.
import { FRAME } from '../process/frames.ts';
import { answerCall } from './answer-call.ts';
import { answerNetwork } from './answer-network.ts';
import { HostPipe } from './host-pipe.ts';
import { lockDown } from './lock-down.ts';

const folder = process.argv[2] as string;
const pipe = new HostPipe();
answerNetwork(pipe);
lockDown();
pipe.listen((frame) => {
  void answerCall(folder, frame.payload).then(({ kind, payload }) => pipe.send(kind, frame.id, payload));
});
pipe.send(FRAME.ready, 0);
