//! Takes away what a child does not need before it reads a byte of an upload: the file system except its folder
//! (Landlock), the network, other processes and other programs (seccomp), and new privileges. A child that reads with
//! the help of another program keeps what this takes, and no more. This works on Linux only. On other systems, and where
//! the kernel has neither, a child runs without confinement and reports it.

use std::path::{Path, PathBuf};

/// Prefix of a line on standard error in which a child reports what could not be confined.
pub const UNCONFINED: &str = "not confined: ";

/// Confines this thread and all threads that it starts. Returns what could not be confined.
pub fn confine(folder: &Path) -> Vec<String> {
    imp::confine(folder, None)
}

/// Confines like [`confine`], except that this process may start the programs below `readable` and read what is there.
/// The programs are confined as this process is.
pub(super) fn confine_with_programs(folder: &Path, readable: &[PathBuf]) -> Vec<String> {
    imp::confine(folder, Some(readable))
}

#[cfg(target_os = "linux")]
mod imp {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
        RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
    };
    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule, TargetArch,
    };

    /// The Landlock features to use. An older kernel applies those that it knows.
    const WANTED: ABI = ABI::V6;

    pub(super) fn confine(folder: &Path, programs: Option<&[PathBuf]>) -> Vec<String> {
        let files = match files(folder, programs) {
            Ok(RulesetStatus::FullyEnforced) => None,
            Ok(RulesetStatus::PartiallyEnforced) => {
                Some("files, in part: the kernel's version of Landlock is older".to_owned())
            }
            Ok(RulesetStatus::NotEnforced) => {
                Some("files: the kernel has no Landlock, or it is disabled".to_owned())
            }
            Err(error) => Some(format!("files: {error}")),
        };
        let calls = calls(programs.is_some()).err().map(|error| format!("system calls: {error}"));
        files.into_iter().chain(calls).collect()
    }

    /// Restricts the file system to the folder and to this process's own entries in `/proc`, from which its memory use
    /// is read. With programs, what they need is added: their places, and `/dev/null`.
    fn files(folder: &Path, programs: Option<&[PathBuf]>) -> Result<RulesetStatus, RulesetError> {
        let mut everything = AccessFs::from_all(WANTED);
        everything.remove(AccessFs::Execute);
        let file = AccessFs::ReadFile | AccessFs::Execute;
        let mut places = vec![(folder, everything), (Path::new("/proc/self"), AccessFs::ReadFile.into())];
        for place in programs.into_iter().flatten() {
            places.push((place, if place.is_dir() { file | AccessFs::ReadDir } else { file }));
        }
        if programs.is_some() {
            places.push((Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile));
        }
        let mut rules = Ruleset::default()
            .handle_access(AccessFs::from_all(WANTED))?
            .handle_access(AccessNet::from_all(WANTED))?
            .scope(Scope::from_all(WANTED))?
            .create()?;
        for (path, access) in places {
            if let Ok(place) = PathFd::new(path) {
                rules = rules.add_rule(PathBeneath::new(place, access))?;
            }
        }
        Ok(rules.restrict_self()?.ruleset)
    }

    /// Refuses the system calls that reach outside a process. A filter has one answer, so there are two filters. The
    /// second reports `clone3` as unknown, so that the C library starts threads with `clone`, whose flags a filter can
    /// examine.
    fn calls(with_programs: bool) -> Result<(), seccompiler::Error> {
        let refused = refused(with_programs)?;
        let unknown = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
        for (calls, answer) in [(refused, libc::EPERM), (unknown, libc::ENOSYS)] {
            let arch = TargetArch::try_from(std::env::consts::ARCH)?;
            let answer = SeccompAction::Errno(answer as u32);
            let filter: BpfProgram =
                SeccompFilter::new(calls, SeccompAction::Allow, answer, arch)?.try_into()?;
            seccompiler::apply_filter(&filter)?;
        }
        Ok(())
    }

    /// Returns the refused calls by number. If a call has rules, it is refused only with the arguments that they
    /// describe.
    fn refused(with_programs: bool) -> Result<BTreeMap<libc::c_long, Vec<SeccompRule>>, BackendError> {
        let mut calls: BTreeMap<libc::c_long, Vec<SeccompRule>> =
            ALWAYS.iter().map(|&call| (call, Vec::new())).collect();
        if !with_programs {
            calls.extend(WITHOUT_PROGRAMS.map(|call| (call, Vec::new())));
            let own = u64::from(std::process::id());
            let argument =
                |operator, value| SeccompCondition::new(0, SeccompCmpArgLen::Dword, operator, value);
            let others = SeccompRule::new(vec![argument(SeccompCmpOp::Ne, own)?])?;
            // New threads are allowed, new processes are not.
            let process = argument(SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)?;
            calls.insert(libc::SYS_clone, vec![SeccompRule::new(vec![process])?]);
            #[cfg(target_arch = "x86_64")]
            calls.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
            // `abort` sends a signal to its own process.
            calls.insert(libc::SYS_tgkill, vec![others.clone()]);
            calls.insert(libc::SYS_rt_tgsigqueueinfo, vec![others]);
            let others = vec![argument(SeccompCmpOp::Ne, own)?, argument(SeccompCmpOp::Ne, 0)?];
            calls.insert(libc::SYS_prlimit64, vec![SeccompRule::new(others)?]);
        }
        #[cfg(target_arch = "x86_64")]
        {
            // The same calls under their numbers in the x32 ABI, which some kernels support.
            let x32: Vec<_> = calls.iter().map(|(call, rules)| (call | 0x4000_0000, rules.clone())).collect();
            calls.extend(x32);
        }
        Ok(calls)
    }

    /// Calls that start other programs, speak to them and end them.
    const WITHOUT_PROGRAMS: [libc::c_long; 5] =
        [libc::SYS_execve, libc::SYS_execveat, libc::SYS_kill, libc::SYS_socketpair, libc::SYS_tkill];

    const ALWAYS: [libc::c_long; 47] = [
        // The network, and sockets of the machine.
        libc::SYS_socket,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        // Other processes.
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_kcmp,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_pidfd_send_signal,
        // Namespaces and mounts.
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_fspick,
        libc::SYS_mount_setattr,
        libc::SYS_name_to_handle_at,
        libc::SYS_open_by_handle_at,
        // Large parts of the kernel that no analysis needs.
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_acct,
        libc::SYS_quotactl,
    ];
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::path::{Path, PathBuf};

    pub(super) fn confine(_: &Path, _: Option<&[PathBuf]>) -> Vec<String> {
        vec!["files and system calls: this is not Linux".to_owned()]
    }
}
