use psoview::psv::{
    self, ComponentMask, Components, Dependencies, DependencyRows, DependencyTable, Element, Elements, ElementsIter,
    Findings, Psv, Resource, Resources, ResourcesIter, RuntimeInfo, SemanticIndices, SemanticIndicesIter, ShaderKind,
    StageSignature, Words,
};

use super::{drain, drain_counted, newer, parsed, part, see};

crate::export! {
    fn psv_read(bytes, _) {
        see(psv::read(bytes));
        see(psv::read_newer(bytes));
    }

    fn psv_part(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(psv::part(&container));
        see(psv::part_newer(&container));
    }

    fn psv_runtime_info(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        let info = Psv::runtime_info(&psv);
        see(Psv::version(&psv));
        see(Psv::offset(&psv));
        see(RuntimeInfo::version(&info));
        see(RuntimeInfo::size(&info));
        see(RuntimeInfo::stage_info_bytes(&info));
        see(RuntimeInfo::min_wave_lanes(&info));
        see(RuntimeInfo::max_wave_lanes(&info));
        see(RuntimeInfo::num_threads(&info));
        see(RuntimeInfo::entry_name_offset(&info));
        see(RuntimeInfo::group_shared_bytes(&info));
        see(RuntimeInfo::unknown(&info));
        let [low, high, ..] = word.to_le_bytes();
        let kind = ShaderKind::from_raw(u16::from_le_bytes([low, high]));
        see(RuntimeInfo::stage_info_as(&info, kind));
        see(Psv::stage_info_as(&psv, kind));
    }

    fn psv_stage(bytes, _) {
        let Some(psv) = part(bytes) else { return };
        see(Psv::stage(&psv));
        see(Psv::stage_info(&psv));
        let Some(signature) = RuntimeInfo::signature(&Psv::runtime_info(&psv)) else { return };
        see(StageSignature::stage(&signature));
        see(StageSignature::uses_view_id(&signature));
        see(StageSignature::max_vertex_count(&signature));
        see(StageSignature::patch_constant_vectors(&signature));
        see(StageSignature::primitive_vectors(&signature));
        see(StageSignature::mesh_output_topology(&signature));
        see(StageSignature::input_elements(&signature));
        see(StageSignature::output_elements(&signature));
        see(StageSignature::patch_constant_elements(&signature));
        see(StageSignature::input_vectors(&signature));
        see(StageSignature::output_vectors(&signature));
    }

    fn psv_resources(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        let resources = Psv::resources(&psv);
        see(Resources::record_size(&resources));
        see(Resources::len(&resources));
        see(Resources::is_empty(&resources));
        drain_counted::<ResourcesIter<'_>>(Resources::iter(&resources));
        drain(resources.into_iter());
        drain((&resources).into_iter());
        let Some(resource) = Resources::get(&resources, word) else { return };
        see(Resource::resource_type(&resource));
        see(Resource::space(&resource));
        see(Resource::lower(&resource));
        see(Resource::upper(&resource));
        see(Resource::is_unbounded(&resource));
        see(Resource::count(&resource));
        see(Resource::kind(&resource));
        see(Resource::flags(&resource));
        see(Resource::index(&resource));
        see(Resource::offset(&resource));
        see(Resource::unknown(&resource));
    }

    fn psv_elements(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        for elements in [Psv::inputs(&psv), Psv::outputs(&psv), Psv::patch_constants(&psv)] {
            see(Elements::record_size(&elements));
            see(Elements::len(&elements));
            see(Elements::is_empty(&elements));
            drain_counted::<ElementsIter<'_>>(Elements::iter(&elements));
            drain(elements.into_iter());
            drain((&elements).into_iter());
            see_element(Elements::get(&elements, word));
        }
    }

    fn psv_tables(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        see(Psv::string(&psv, word));
        see(Psv::string_table(&psv));
        see(Psv::entry_name(&psv));
        see(Psv::entry_name_bytes(&psv));
        see(Psv::trailing(&psv));
        let indices = Psv::semantic_indices(&psv);
        see(SemanticIndices::len(&indices));
        see(SemanticIndices::is_empty(&indices));
        see(SemanticIndices::get(&indices, word));
        drain_counted::<SemanticIndicesIter<'_>>(SemanticIndices::iter(&indices));
        drain(indices.into_iter());
        drain((&indices).into_iter());
    }

    fn psv_masks(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        let dependencies = Psv::dependencies(&psv);
        drain_counted::<Words<'_>>(Dependencies::words(&dependencies));
        let outputs = Dependencies::view_id_outputs(&dependencies);
        let patch_constants = Dependencies::view_id_patch_constants(&dependencies);
        for mask in outputs.into_iter().flatten().chain(patch_constants) {
            see_mask(mask, word);
        }
    }

    fn psv_dependency_tables(bytes, word) {
        let Some(psv) = newer(bytes) else { return };
        let dependencies = Psv::dependencies(&psv);
        let outputs = Dependencies::input_to_output(&dependencies);
        let others = [
            Dependencies::input_to_patch_constant(&dependencies),
            Dependencies::patch_constant_to_output(&dependencies),
        ];
        for table in outputs.into_iter().flatten().chain(others.into_iter().flatten()) {
            see(DependencyTable::contains(&table, word, word));
            see(DependencyTable::input_count(&table));
            see(DependencyTable::output_count(&table));
            see(DependencyTable::is_empty(&table));
            drain(DependencyTable::words(&table));
            drain_counted::<DependencyRows<'_>>(DependencyTable::rows(&table));
            see_mask(DependencyTable::row(&table, word), word);
        }
    }

    fn psv_findings(bytes, _) {
        let Some(psv) = part(bytes) else { return };
        see(Psv::validate(&psv));
        drain::<Findings<'_>>(Psv::findings(&psv));
    }
}

fn see_element(element: Option<Element<'_>>) {
    let Some(element) = element else { return };
    see(Element::name(&element));
    see(Element::name_bytes(&element));
    see(Element::name_offset(&element));
    see(Element::semantic_kind(&element));
    see(Element::semantic_indices(&element));
    see(Element::semantic_indices_offset(&element));
    see(Element::rows(&element));
    see(Element::cols(&element));
    see(Element::is_allocated(&element));
    see(Element::start_row(&element));
    see(Element::start_col(&element));
    see(Element::component_mask(&element));
    see(Element::component_type(&element));
    see(Element::interpolation_mode(&element));
    see(Element::dynamic_mask(&element));
    see(Element::stream(&element));
    see(Element::reserved_bits(&element));
    see(Element::index(&element));
    see(Element::offset(&element));
    see(Element::unknown(&element));
}

#[inline(never)]
fn see_mask(mask: ComponentMask<'_>, word: u32) {
    see(ComponentMask::contains(&mask, word));
    see(ComponentMask::is_empty(&mask));
    see(ComponentMask::component_count(&mask));
    drain(ComponentMask::words(&mask));
    drain::<Components<'_>>(ComponentMask::iter(&mask));
    drain(mask.into_iter());
    drain((&mask).into_iter());
}
