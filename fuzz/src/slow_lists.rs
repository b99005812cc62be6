//! What the lists besides the bindings answer, slowly: every test of every entry is made, and the answer read off.

use psoview::binding::{
    BindingFlags, CombinedResourceSampler, MissReason, Nature, PairRequest, PushConstantBuffer, RegisterRange,
    ShaderKind, Visibility,
};

/// An entry, or the nearest and why it is none.
pub type Answer = Result<usize, (Option<usize>, MissReason)>;

fn sees(visibility: Visibility, stage: ShaderKind) -> bool {
    visibility == Visibility::All || stage.name() == Some(visibility.name())
}

fn first_or_nearest<const N: usize>(tests: &[[(bool, MissReason); N]]) -> Answer {
    let passed = |tests: &[(bool, MissReason); N]| tests.iter().take_while(|(passed, _)| *passed).count();
    let Some(most) = tests.iter().map(passed).max() else { return Err((None, MissReason::NoEntries)) };
    let entry = tests.iter().position(|tests| passed(tests) == most).expect("the greatest is one of them");
    if most == N { Ok(entry) } else { Err((Some(entry), tests[entry][most].1)) }
}

pub fn push_constants(
    profile: &str,
    entries: &[PushConstantBuffer],
    range: RegisterRange,
    stage: ShaderKind,
) -> Answer {
    // In vkd3d the last register alone, unbounded as it is, begins and ends with one number.
    let ends_with = if profile.starts_with("vkd3d-1") { range.last().or(Some(u32::MAX)) } else { range.last() };
    let tests = entries.iter().map(|entry| {
        [
            (entry.space == range.space(), MissReason::WrongSpace),
            (sees(entry.visibility, stage), MissReason::WrongVisibility),
            (entry.register <= range.first(), MissReason::StartsAfter),
            (entry.register == range.first() && ends_with == Some(entry.register), MissReason::PartlyCovered),
        ]
    });
    first_or_nearest(&tests.collect::<Vec<_>>())
}

pub fn combined(profile: &str, entries: &[CombinedResourceSampler], request: PairRequest) -> Answer {
    if !matches!(profile, "strict" | "vkd3d-1.14" | "vkd3d-1.18" | "glsl") {
        return Err((None, MissReason::TypeUnsupported));
    }
    let needed = if request.nature == Nature::Buffer { BindingFlags::BUFFER } else { BindingFlags::IMAGE };
    let tests = entries.iter().map(|entry| {
        let sampler = entry.sampler.map(|register| (entry.sampler_space, register));
        [
            (entry.resource_space == request.resource_space, MissReason::WrongSpace),
            (sees(entry.visibility, request.stage), MissReason::WrongVisibility),
            (entry.flags.bits() & needed.bits() != 0, MissReason::WrongFlags),
            (entry.resource <= request.resource, MissReason::StartsAfter),
            (entry.resource == request.resource, MissReason::PartlyCovered),
            (sampler == request.sampler || profile == "glsl" && request.sampler.is_none(), MissReason::WrongSampler),
        ]
    });
    let entry = first_or_nearest(&tests.collect::<Vec<_>>())?;
    if profile == "glsl" && entries[entry].binding.set != 0 {
        return Err((Some(entry), MissReason::SetNotZero));
    }
    Ok(entry)
}
