"""OpenStack Swift with its S3 API, all of it on one port of this machine, with one user. Usage: FOLDER PORT KEY SECRET"""
import ctypes, os, signal, socket, sys
from multiprocessing import Process


class Cache:
    """In place of memcached, which Swift asks for and does not need here."""

    def __init__(self):
        self.values = {}

    def get(self, key, *args, **options):
        return self.values.get(key)

    def set(self, key, value, *args, **options):
        self.values[key] = value

    def delete(self, key, *args, **options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *args, **options):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]


def cache_factory(global_conf, **local_conf):
    cache = Cache()

    def filtered(app):
        def call(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)

        return call

    return filtered


def serve(path, name):
    # It ends with the process that started it: PR_SET_PDEATHSIG of prctl(2).
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    from swift.common.wsgi import run_wsgi

    run_wsgi(path, name)


def main():
    folder, port, key, secret = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    conf = os.path.join(folder, 'swift.conf')


    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, 'w') as file:
            file.write(text)
        return path


    write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = test\n[swift-constraints]\nmax_file_size = 5368709122\n')

    from swift.common import utils
    utils.SWIFT_CONF_FILE = conf
    from swift.common import constraints
    constraints.reload_constraints()
    from swift.common import storage_policy
    storage_policy.reload_storage_policies()
    from swift.common.ring.builder import RingBuilder

    def free_port():
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            return probe.getsockname()[1]


    common = f'bind_ip = 127.0.0.1\nuser = root\nswift_dir = {folder}\ndevices = {folder}\nmount_check = false\nworkers = 0\nlog_level = ERROR\nlog_address = /dev/null\n'
    servers = []
    os.makedirs(os.path.join(folder, 'd1'), exist_ok=True)
    for server, ring in (('account', 'account'), ('container', 'container'), ('object', 'object')):
        own = free_port()
        builder = RingBuilder(1, 1, 1)
        builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': own, 'device': 'd1', 'weight': 1})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, f'{ring}.ring.gz'))
        path = write(f'{server}-server.conf', f'[DEFAULT]\nbind_port = {own}\n{common}[pipeline:main]\npipeline = {server}-server\n[app:{server}-server]\nuse = egg:swift#{server}\n')
        servers.append((path, f'{server}-server'))
    proxy = write('proxy-server.conf', f'''[DEFAULT]
bind_port = {port}
{common}[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
paste.filter_factory = swift_s3:cache_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_{key} = {secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
''')
    servers.append((proxy, 'proxy-server'))
    processes = [Process(target=serve, args=server) for server in servers]
    for process in processes:
        process.start()
    for process in processes:
        process.join()


if __name__ == '__main__':
    main()
